/** Signing in where the service wants it. */
import {type Context, onEach, promptChoice} from '../store/context.ts';

/** The screen bound to each service that is signed out. */
export const signedOut = (context: Context): Context[] =>
	onEach(context).filter(({state}) => state.link.kind === 'signed-out');

/** Asks who signs in at this service. */
export const askUser = ({dispatch, options}: Context): void =>
	dispatch({type: 'prompt', prompt: {kind: 'user', value: options.user ?? ''}});

/** Asks who signs in: at the service in hand if it is signed out, else at another one that is, which is chosen among several. */
export const askSignIn = (context: Context): void => {
	const all = signedOut(context);
	const inHand = all.find(({state}) => state.source.floor === context.state.source.floor);
	const [only, ...others] = inHand ? [inHand] : all;
	if (only && others.length === 0) {
		askUser(only);
		return;
	}
	promptChoice(context, {
		about: 'Sign in at which service?',
		choices: all.map(({state: {source}}) => ({
			id: source.profile,
			label: `${source.profile} at ${source.host}`,
			isBare: true,
		})),
		next: service => askUser(context.now().on(service)),
	});
};
