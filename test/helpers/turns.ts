/** How long the event loop of this thread is held at a time. */

/** The longest turn of the event loop, milliseconds of the processor, until it is stopped. */
export const watchTurns = (): (() => number) => {
	let [longest, isOver] = [0, false];
	let last = process.threadCpuUsage();
	const look = (): void => {
		const {user, system} = process.threadCpuUsage(last);
		longest = Math.max(longest, (user + system) / 1000);
		last = process.threadCpuUsage();
		if (!isOver) {
			setImmediate(look);
		}
	};
	setImmediate(look);
	return () => {
		isOver = true;
		return longest;
	};
};
