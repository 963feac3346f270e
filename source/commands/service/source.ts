/** The model's view of a service. */
import type {Service} from '../../config/service.ts';
import {statusWordsOf} from '../../model/campaign.ts';
import type {Source} from '../../model/state.ts';
import {hostOf} from './secrets.ts';

export const sourceOf = (service: Service): Source => {
	const {profile, environment, readOnly, isPlain, timeZone, statusWords} = service;
	return {
		profile,
		environment,
		host: hostOf(service),
		readOnly,
		isPlain,
		timeZone,
		statusWords: statusWordsOf(statusWords),
	};
};
