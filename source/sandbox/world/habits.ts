/** The habits of people and agents, each of which can be switched off: without any, the floor is the one of queueing theory. */

/** What each does. Stored worlds name them: never change a name. */
export const habits = {
	memory: 'people differ in how readily they answer, so that fruitless tries are followed by fewer answers',
	promises: 'people who asked to be called back are called at their hour, if need be beyond the attempts allowed',
	talk: 'how long a talk takes follows what comes of it',
	days: 'attempts are spread over days, and weekdays differ',
	hours: 'people answer more readily at some hours of their day than at others',
	skill: 'agents differ in skill and speed',
	ringBack: 'people ring the call-back number that was left',
	wear: 'a caller ID that dials too much is answered less, until it rests',
	payments: 'a sale brings a payment or a plan to the account',
	barring: 'some people ask an agent to be called no more',
} as const;

export type Habit = keyof typeof habits;

/** Which habits a world has. */
export type Habits = Readonly<Record<Habit, boolean>>;

export const habitNames = Object.keys(habits) as Habit[];

/** All habits but those named. */
export const habitsWithout = (without: readonly Habit[] = []): Habits =>
	Object.fromEntries(habitNames.map(name => [name, !without.includes(name)])) as Habits;
