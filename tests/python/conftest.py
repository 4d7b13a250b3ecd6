"""Settings of Hypothesis: no files, no deadline, and the same examples every time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "aude",
    database=None,
    deadline=None,
    derandomize=True,
    max_examples=40,
    stateful_step_count=60,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("aude")
