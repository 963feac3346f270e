/** Draws the what-if of a campaign. */
import {memo} from 'react';
import {wrap} from '../../../present/format.ts';
import {faintLines, type Spans} from '../../../present/spans.ts';
import {Lines, useLook} from '../../parts/line.tsx';
import {inside, Panel, type Size} from '../../parts/panel.tsx';
import {type WhatIfSheet as Sheet, triedWith} from '../../state/sheet.ts';
import {shallow, useReport, useService, useStore} from '../../store/store.ts';
import {whatIfLines} from './lines.ts';
import {aboutOf, rowOf, shownValue} from './what-if.ts';

/** Why there is nothing to show. */
const inWords = (text: string, width: number): Spans[] => faintLines(wrap(text, width - 2));

export const WhatIfView = memo(({sheet, ...size}: Size & {sheet: Sheet}) => {
	const look = useLook();
	const service = useService();
	const {name, isHere, isOther} = useStore(({state}) => {
		const row = rowOf(state, sheet);
		const about = sheet.tried.get(sheet.extraAgents)?.about;
		return {
			name: row?.campaign.name,
			isHere: row !== undefined,
			isOther: about !== undefined && about !== aboutOf(state, sheet),
		};
	}, shallow);
	const inner = inside(size);
	const tried = triedWith(sheet);
	const shown = shownValue(sheet);
	useReport({page: inner.height});
	const isSimulating =
		isHere && (tried === undefined || isOther || ('points' in tried && tried.points.length < tried.values.length));
	const note = isHere ? (isSimulating ? 'simulating…' : '') : 'no longer there';
	const lines =
		tried === undefined
			? inWords(isHere ? 'Its floor is being simulated.' : 'The service no longer shows this campaign.', inner.width)
			: 'why' in tried
				? inWords(`No forecast: ${tried.why}.`, inner.width)
				: whatIfLines(tried, shown ?? tried.present, inner, look);
	return (
		<Panel
			{...size}
			service={service}
			title={`What if (an estimate): ${name ?? 'campaign'}`}
			titleEnd={` (${sheet.campaignId})`}
			note={note}
			noteRole={isHere ? 'pending' : 'error'}
			isFocused
		>
			<Lines {...inner} lines={lines} />
		</Panel>
	);
});
