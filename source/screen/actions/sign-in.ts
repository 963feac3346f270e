/** Signing in where the service wants it. */
import {type Context, onEach} from '../store/context.ts';

/** The screen bound to a service that is signed out, to the one in hand before others; undefined if none is. */
export const signedOut = (context: Context): Context | undefined =>
	[context, ...onEach(context)].find(({state}) => state.link.kind === 'signed-out');

/** Asks who signs in at this service. */
export const askUser = ({dispatch, options}: Context): void =>
	dispatch({type: 'prompt', prompt: {kind: 'user', value: options.user ?? ''}});
