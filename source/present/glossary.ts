/** What the words of the screen mean, a line each: the help explains with them what is selected, and the pages list them. */

/** How dialtop derives its own figures. */
export const formulas: readonly string[] = [
	"* is derived by dialtop; every other figure is the service's own.",
	'live answer* = human_answered_calls ÷ called_today; connect* = (human_answered_calls + answering_machine) ÷ called_today. SMSB campaigns have none: they send texts.',
	'drop % 15 min*, live answer %* of the charts = drops ÷ (delivered + drops) over the fifteen minutes, and (delivered + drops) ÷ dialed over the five minutes, before each point of calls_graph_data',
	'The times below a chart are how long before its newest point; the newest has its own time of day below it, by the service. lead_status_graph and call_status_graph carry no times: with as many points as another graph of the same answer they are taken to be of the same times, else only oldest and newest are named.',
	'occupancy* = (oncalls + wrappingup + dead) ÷ (total − paused); of signed in* = the same ÷ total, so that pauses count',
	'idle minutes* = total − paused − oncalls − wrappingup − dead, minute by minute of agent_graph_data. It covers the time since midnight that dialtop has seen, which is shown beside it: the graph holds an hour before the start, and twelve hours are stored.',
	'live answers/h* = human_answered_calls less the dropped ones ÷ the same hours of agents as for sales/h*; contacts/h* = the same less the wrong numbers of campaign_summary. The share* of an outcome is of the outcomes of talks: sale, refused, callback, wrong number, complete, transfer, do-not-call, promise, payment, dispute.',
	'sales/h signed in* = sales ÷ hours of total, minute by minute of agent_graph_data, both since dialtop watches, in steps of five minutes; — below one hour',
	'time left* = remaining_leads ÷ leads dialed a minute over the last 15 minutes, where the service gives no remaining_time. Where it says 00:00:00 with leads left, or nothing is dialed, there is no forecast: paused, stopped or no pace is shown instead',
	'leads run out* = when: time left, spread over the calling hours of contact_schedule and of the profile (calling_hours), at the pace of remaining_leads ÷ time left. It is by the clock of the service. Where no hours are known, or it dials outside of them, no time is shown. The dotted line of the chart shows it, in hours of dialing alone: ┊ is a close.',
	'usually within* = how far off that time was over the last seven days, in the median: the same forecast made each quarter of an hour of the recording, 15, 30 and 60 minutes ahead, and compared with when that few leads really remained. Moments after which leads were added, or nothing was dialed for an hour, do not count. It is there where enough is recorded and the service gives remaining_time.',
	"drop at close* = between which rates percentage_dropped will end today, in four of five cases: today's drops, and those of the live answers to come, of which as many are expected as came after this time on recorded days of the same kind. Their drop rate is that of those days, moved by what today differs from them so far, as far as that is not chance; the band holds what chance and the differences of days and hours leave open. inside its band* = how many of the last 20 forecasts were right, made on the recorded days in the same way; the band widens and narrows by it. day closes*: the calling hours end, or as the recorded days did, or midnight.",
	"connect %* = answered ÷ called, of five minutes each, by the day's counts since dialtop watches. Charts before the graphs of an answer, and those of the same weekday last week, are of what was recorded: gauges as means of each step, counts of the day as what it added, a minute; drops are percentage_dropped × human_answered_calls, as whole numbers. Steps are a minute in an hour, five minutes in eight hours, fifteen in a day, an hour in seven days, of which the drop rate is that of an hour. Without a recording they are what dialtop has seen itself, of twelve hours at most. What was not seen is a gap.",
	'▼ in the chart of agents logged in: so many logins were lost at once, two and a tenth of them at least.',
	'total drop % = the worst percentage_dropped of the rows, and whose it is: no mean of them',
	"~ near, ! at or over the drop limit: adaptive_dropped_percentage, or the regulator's 3 % where that is lower. Compliance figures are an indicator, not legal advice.",
	'dropped of* is over which calls the service seems to count its drops: over live answers (human_answered_calls) or over all answered (answered_today). Drops are whole numbers, so percentage_dropped with its two decimals fits one of the two counts better. — if it fits both or neither; dialtop doctor tells the error of either.',
	'budget* is the drop budget: drops that may still happen before the rate passes its limit, of the human answers so far: limit × human_answered_calls, less percentage_dropped × human_answered_calls. ~ where the two decimals of the rate do not give the drops to the unit. An indicator.',
	"period* (30 days*, day*, 4 h*) = the drops of the rule's time ÷ its live answers. Drops are percentage_dropped × human_answered_calls, day by day; ± is what its two decimals leave open. left = limit × live answers, less the drops. A day ends at midnight of the service's clock; counts that fall begin anew. Days that were not seen are asked of the service (get_all_stats; else DROP calls of search_lead, which have no live answers and are in no rate), and the others are named. A rule of compliance in the profile sets it; an indicator, not legal advice: the service does not say how it counts.",
	'limit passed in* = how soon the drop rate passes its limit, with drops and human answers (delivered + drops) going on as in the last 15 minutes of calls_graph_data; not reached at this pace: not within a day',
	'back under 3%*: the live answers after which percentage_dropped is under its limit, with answers and drops going on as in the last 15 minutes of calls_graph_data; not back where as many of these were dropped as the limit allows',
	'▲ beside a status: the campaign has a critical alert that nobody has acknowledged, △: a warning, ▽: all of its alerts are acknowledged; the view of alerts says which, and under which rules.',
	'live, at the top, holds for two intervals after the newest answer (4 s by default). Then waiting counts the seconds without one; after four intervals, and 20 s at least, everything shown is stale. Totals are as old as their oldest row. slow is how long the last answer took, from 1 s on. retrying: no answer that can be read comes; the service is left alone until then, five minutes at most. from metrics: nothing is asked of the service, and the figures are those that an exporter polled so long ago. ENDED: the embedded sandbox has died, and its world is lost.',
	'Of several services the header names each with its link, in words or as a mark: ✓ live; · connecting; ~ slow, waiting or stale; ! retrying, signed out or ENDED. RO: its read-only lock is on. Where not all fit, those that are not live come first, and the others are counted. Times are by the clock of the service that they are of, and what is of one service alone names it in its frame.',
	'— is a value that did not come or could not be read; it is never 0.',
	'waits* is counted from the first of the polls in a row, a minute apart at most, that all show calls_waiting. drop ±5m* = percentage_dropped less what a poll five to seven minutes ago showed.',
	'sales/h* = sales ÷ hours of agents, which are human_answered_calls less the dropped ones × (average_talkoff_time + average_wrap_time + average_call_interval); — below one hour.',
	'lines* = active_calls + oncalls, of number_of_lines',
	'called in vain*, of an outage: at each poll what called_today rose by, less the share of the usual answers that came; summed up from the alert on, and by calls_graph_data for the minutes before dialtop looked. At least so many: what was called until the alert was raised is not among them.',
	'leads a minute* = dialed, over the last 15 minutes of calls_graph_data',
];

/** The parts of the screen whose figures a term is about. */
type Section = 'pace' | 'leads' | 'calls' | 'agents' | 'campaign' | 'settings';

/** A word of the screen. */
export type Term = {
	word: string;
	/** In a sentence or two: what it is, and by which name the interface has it. */
	means: string;
	/** The columns of the board that it explains, by their ids. */
	columns?: readonly string[];
	/** Where else the word is shown: the panes, and the views of one campaign. */
	sections?: readonly Section[];
	/** Whether dialtop derives it: the formulas say how. */
	isDerived?: true;
};

/** The terms, in the order of the board, then of the panes. */
export const glossary: readonly Term[] = [
	{
		word: 'state',
		means:
			"the service's own word: display_status, or the status of get_campaigns where that is newer. PAUSE≠PLAY: get_campaigns says the first, the dashboard the second, and neither is newer; until one of them changes, the campaign counts as dialing if either says so. ! and ~ beside it: the drop rate is over or near its limit; ▲: a critical alert that nobody has acknowledged; △: a warning; ▽: all of its alerts are acknowledged.",
		columns: ['state'],
	},
	{
		word: 'service',
		means: 'the profile of the campaign, where several services are on screen. Each line of totals is for one service.',
		columns: ['service'],
	},
	{
		word: 'ready',
		means:
			'agents who wait for a call. ! means that they are idle while the campaign dials: three or more wait while fewer are busy, or nothing rings while a fifth or more of those at work wait, or an alert says that no calls come.',
		columns: ['ready'],
		sections: ['agents'],
	},
	{word: 'on call', means: 'agents who talk (oncalls).', columns: ['onCall'], sections: ['agents']},
	{
		word: 'waiting',
		means: 'answered calls that have no agent yet (calls_waiting). One that gets none in time is a drop.',
		columns: ['waiting'],
		sections: ['calls'],
	},
	{
		word: 'drop %',
		means:
			'the share of live answers today that got no agent in time (percentage_dropped), and the most that is allowed: the limit of the campaign (adaptive_dropped_percentage). The interface does not say of which calls it is the share.',
		columns: ['drop'],
		sections: ['pace', 'campaign'],
	},
	{
		word: 'period',
		means:
			'the drop rate by the rule of compliance of the profile, which the title names: of a period of 30 days, of the day, or of the last hours; then what its limit still allows today, and 21/22 where only so many of its days are known. ~ and !: it is near its limit, or over it. Its alerts need half of its days to be known. An indicator, not legal advice.',
		columns: ['period'],
		sections: ['pace', 'campaign'],
		isDerived: true,
	},
	{
		word: 'time left',
		means: 'how long the leads last at the present pace, as if it dialed day and night (remaining_time).',
		columns: ['timeLeft'],
		sections: ['leads', 'campaign'],
	},
	{
		word: 'leads left',
		means: 'leads that can still be dialed (remaining_leads).',
		columns: ['remaining'],
		sections: ['leads'],
	},
	{
		word: 'level',
		means:
			'lines dialed per available agent: the level in force (pace_tempo), which an adaptive method changes by itself. + and - stage another one (autodiallevel).',
		columns: ['level'],
		sections: ['pace', 'campaign', 'settings'],
	},
	{
		word: 'second level',
		means:
			'autodiallevel2, a level for adaptive methods. The interface says no more; in the sandbox it is the highest level that the pacing may choose.',
		sections: ['settings'],
	},
	{
		word: 'throttle',
		means:
			'intensity_throttle, as the service sends it. The interface does not explain it; in the sandbox it is the second level.',
		sections: ['pace', 'campaign'],
	},
	{word: 'ringing', means: 'numbers that ring now (calls_ringings).', columns: ['ringing'], sections: ['calls']},
	{
		word: 'wrap, wrap-up',
		means: 'agents who write down what came of a call (wrappingup).',
		columns: ['wrapUp'],
		sections: ['agents'],
	},
	{
		word: 'paused',
		means: 'agents who take no calls for now. A paused campaign dials no more, and its calls go on.',
		columns: ['paused'],
		sections: ['agents'],
	},
	{
		word: 'method',
		means:
			'PREDICTIVE sets its level by the drop rate, RATIO keeps it, MANUAL lets agents dial, BROADCAST plays a message, SMSB sends text messages. The last three have no drop rate.',
		columns: ['method'],
		sections: ['pace', 'campaign', 'settings'],
	},
	{word: 'done %', means: 'the share of the active leads that is done (percentage_complete).', columns: ['done']},
	{
		word: 'age',
		means: 'how old the figures of the row are, once they are older than they should be.',
		columns: ['age'],
	},
	{
		word: 'waits',
		means:
			'for how long every poll has shown waiting calls; + if the first poll showed them already. The service does not say how long a call has waited.',
		columns: ['waitingFor'],
		isDerived: true,
	},
	{
		word: 'trouble',
		means:
			'what needs attention comes first: commands whose outcome is not known, critical alerts, sources that disagree, warnings and drop rates at their limit, figures that cannot be read, acknowledged alerts; then what dials, what is paused and what is stopped.',
		columns: ['trouble'],
	},
	{
		word: 'drop ±5m',
		means: 'by how many percentage points drop % moved in the last five minutes; — until dialtop has watched so long.',
		columns: ['dropChange'],
		isDerived: true,
	},
	{
		word: 'drop % 15 min',
		means:
			'the drop rate of the last fifteen minutes, from calls_graph_data: the newest, and a line of blocks over the hour, which is full at the limit.',
		columns: ['recentDrop'],
		sections: ['pace'],
		isDerived: true,
	},
	{
		word: 'live answer',
		means: 'the share of the numbers called today that a person answered, dropped ones included.',
		columns: ['liveAnswer'],
		sections: ['pace', 'campaign'],
		isDerived: true,
	},
	{
		word: 'connect',
		means: 'the share of the numbers called today that a person or a machine answered. Carriers watch it.',
		columns: ['connect'],
		sections: ['pace'],
		isDerived: true,
	},
	{word: 'sales', means: "today's sales, as the agents record them.", columns: ['sales'], sections: ['campaign']},
	{
		word: 'sales/h',
		means: 'sales per hour that an agent works: talks, wraps up or waits for a call. Pauses do not count.',
		columns: ['salesPerHour'],
		sections: ['campaign'],
		isDerived: true,
	},
	{
		word: 'live answers/h',
		means: 'live answers that agents took, per hour of work as for sales/h.',
		sections: ['campaign'],
		isDerived: true,
	},
	{
		word: 'contacts/h',
		means: 'live answers/h without wrong numbers; — where the service does not report these (campaign_summary).',
		sections: ['campaign'],
		isDerived: true,
	},
	{
		word: 'outcomes today',
		means:
			'the results of the calls in the words of the service (campaign_summary, asked every five minutes while the page is open), and the share* of each among the results of talks. A service that reports none is not asked again.',
		sections: ['campaign'],
	},
	{
		word: 'callbacks due',
		means: 'people who asked to be called back and wait for it, where the service reports them (campaign_summary).',
		sections: ['campaign'],
	},
	{
		word: 'sales/h signed in',
		means: 'sales per hour that an agent is signed in, paused or not, since dialtop began to watch.',
		sections: ['campaign'],
		isDerived: true,
	},
	{
		word: 'lines',
		means:
			'lines in use, of those that the campaign may use (number_of_lines); — until its settings have been read, which view 5 does.',
		columns: ['lines'],
		isDerived: true,
	},
	{
		word: 'budget',
		means: 'drops that may still happen before the limit is passed.',
		sections: ['pace'],
		isDerived: true,
	},
	{
		word: 'back under 3%',
		means: 'how many more live answers it takes until the drop rate of the day is under its limit again.',
		sections: ['pace', 'campaign'],
		isDerived: true,
	},
	{
		word: 'called in vain',
		means: 'leads that were called since the alert of an outage although nobody could answer: at least so many.',
		sections: ['campaign'],
		isDerived: true,
	},
	{
		word: 'answered',
		means: 'answered_today: by people and by machines.',
		sections: ['pace', 'campaign'],
	},
	{word: 'delivered', means: 'calls that reached an agent, minute by minute (calls_graph_data).', sections: ['pace']},
	{
		word: 'total, active',
		means: 'of leads: all of them, and those on lists that are switched on (total_leads, active_leads).',
		sections: ['leads', 'campaign'],
	},
	{
		word: 'recycled',
		means: 'leads that were called without success and will be dialed again.',
		sections: ['leads', 'campaign'],
	},
	{
		word: 'active',
		means: 'of calls: those on a line without an agent, which ring, wait or listen to an IVR (active_calls).',
		sections: ['calls', 'campaign'],
	},
	{word: 'in IVR', means: 'calls that listen to a recorded menu (calls_in_ivr).', sections: ['calls']},
	{word: 'connected', means: 'connected_calls: calls that were connected today.', sections: ['calls', 'campaign']},
	{
		word: 'agents, signed in, active',
		means: 'agents signed in (total), and those of them who are not paused (active).',
		sections: ['agents', 'campaign'],
	},
	{
		word: 'dead',
		means: 'agents whose caller has hung up, until they notice.',
		sections: ['agents', 'campaign'],
	},
	{
		word: 'occupancy',
		means: 'how many percent of the agents who are not paused are busy with a call.',
		sections: ['agents', 'campaign'],
		isDerived: true,
	},
	{
		word: 'of signed in',
		means: 'how many percent of all agents who are signed in, paused or not, are busy with a call.',
		sections: ['agents', 'campaign'],
		isDerived: true,
	},
	{
		word: 'idle minutes',
		means: 'minutes without a call that agents were ready, all agents together, since the time beside it.',
		sections: ['agents', 'campaign'],
		isDerived: true,
	},
	{
		word: 'talk',
		means: 'the average length of a conversation (average_talkoff_time).',
		sections: ['agents', 'campaign'],
	},
	{
		word: 'between calls',
		means: 'average_call_interval: how long an agent waits from one call to the next, on average.',
		sections: ['agents', 'campaign'],
	},
];

/** The terms of a column of the board. */
export const termsOfColumn = (id: string): readonly Term[] => glossary.filter(({columns}) => columns?.includes(id));

/** The terms of a part of the screen. */
export const termsOf = (section: Section): readonly Term[] =>
	glossary.filter(({sections}) => sections?.includes(section));

/** A term as the screen writes it: `*` marks what dialtop derives. */
export const written = ({word, isDerived}: Term): string => (isDerived ? `${word}*` : word);
