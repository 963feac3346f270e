/** A service as the model knows it. */
import type {Service} from '../../config/service.ts';
import {statusWordsOf} from '../../model/campaign.ts';
import type {Source} from '../../model/state.ts';
import {hostOf} from './secrets.ts';

/** What the model is told of a service. */
export const sourceOf = (service: Service): Source => {
	const {profile, environment, readOnly, isPlain, statusWords} = service;
	return {
		profile,
		environment,
		host: hostOf(service),
		readOnly,
		isPlain,
		statusWords: statusWordsOf(statusWords),
	};
};
