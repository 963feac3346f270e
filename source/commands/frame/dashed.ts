/** A name of the program as flags and the configuration write it: `playOrPause` is `play-or-pause`. */
export const dashed = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** The same as JSON and CSV write it: `on_call`. */
export const snake = (name: string): string => dashed(name).replaceAll('-', '_');
