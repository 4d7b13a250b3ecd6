/** The time of day for what counts down: one timer for all, running only while somebody looks. */
let now = $state(Date.now());
let users = 0;
let timer = 0;

export function ticking(): () => void {
  if (users++ === 0) timer = window.setInterval(() => (now = Date.now()), 250);
  return () => {
    if (--users === 0) clearInterval(timer);
  };
}
export function clockNow(): number {
  return now;
}
