/** A camel-case name in kebab case, as flags and the configuration write it: `playOrPause` is `play-or-pause`. */
export const dashed = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** The same in snake case, as JSON and CSV write it: `on_call`. */
export const snake = (name: string): string => dashed(name).replaceAll('-', '_');
