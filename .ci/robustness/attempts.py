"""Attempts with odd input, for `numbers` and `strangers`: each must end soon, with a result or a sentence."""
import os
import subprocess


def attempt(words, folder):
    """Runs a command in a folder; returns what is wrong with its end, or None, and the ended process."""
    environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
    try:
        done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=20,
                              env=environment, errors="replace")
    except subprocess.TimeoutExpired:
        return "takes more than 20 s", None
    said, sentences = done.stderr, [line for line in done.stderr.splitlines() if line.startswith("scrollsim")]
    if done.returncode not in (0, 1, 64, 65, 66, 69, 73, 74, 75, 77):
        return f"status {done.returncode}: {said[:300]}", done
    if done.returncode > 1 and len(sentences) != 1 or "Missing value" in said:
        return f"says {said[:300]!r}", done
    return None, done
