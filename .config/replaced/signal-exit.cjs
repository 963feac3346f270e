/**
 * In place of signal-exit, by which Ink listens to signals, though `source/terminal/` restores the terminal. Node ignores SIGXFSZ,
 * which a write beyond a limit on the size of files raises, until something listens to it: from then on it ends the program.
 * Tested by "a limit on the size of files" in test/e2e/leaving.test.ts.
 */
module.exports = () => () => undefined;
