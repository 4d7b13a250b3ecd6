/** Files out of the page and into it. */
export function save(name: string, content: string | Blob, type = 'text/plain'): void {
  const href = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const a = document.createElement('a');
  a.href = href;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
/** Asks for a text file; null: none was chosen. */
export function openText(accept = '.aude,.jcz,.txt,text/plain'): Promise<string | null> {
  return new Promise((done) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.onchange = () => {
      const file = input.files?.[0];
      if (file) void file.text().then(done, () => done(null));
      else done(null);
    };
    input.oncancel = () => done(null);
    input.click();
  });
}
