/** What the words of the screen mean, a line each: the help explains with them what is selected, and the pages list them. */

/** How dialtop derives its own figures. */
export const formulas: readonly string[] = [
	"A * marks a figure that dialtop derives; every other figure is the service's own.",
	'— is a value that did not come or could not be read; it is never 0.',
	"~ means near the drop limit, ! at or over it: adaptive_dropped_percentage, or the regulator's 3 % where that is lower. Compliance figures are an indicator, not legal advice.",
	'▲ beside a status: the campaign has a critical alert that nobody has acknowledged; △: a warning; ▽: all of its alerts are acknowledged. The view of alerts shows which, and by which rules.',
	'live, at the top: the newest answer is at most two intervals old (4 s by default). After that, waiting shows how long ago it came; after four intervals, and 20 s at least, everything shown is stale. slow shows how long the last answer took, from 1 s on. retrying: no answer came that can be read, and nothing is sent to the service until the time that is shown, five minutes at most. from metrics: nothing is asked of the service; an exporter polled the figures, so long ago. ENDED: the embedded sandbox has died, and its world is lost. Totals are as old as their oldest row.',
	"Of several services the header names each with its link, in words or as a mark: ✓ live; · connecting; ~ slow, waiting or stale; ! retrying, signed out or ENDED. RO: its read-only lock is on. Where not all fit, those that are not live come first, and the others are counted. Times are by each service's own clock, and what is about one service alone names it in its frame.",
	'total drop % = the worst percentage_dropped of the rows, with its campaign; it is not a mean.',
	'live answer* = human_answered_calls ÷ called_today; connect* = (human_answered_calls + answering_machine) ÷ called_today. SMSB campaigns have none: they send texts.',
	'drop ±5m* = percentage_dropped less that of a poll five to seven minutes ago. waits* counts from the first of the last polls in a row, a minute apart at most, that all show calls_waiting.',
	'time left* = remaining_leads ÷ leads dialed a minute over the last 15 minutes, where the service gives no remaining_time. Where it says 00:00:00 while leads are left, or nothing is dialed, there is no forecast: paused, stopped or no pace is shown instead.',
	'lines* = active_calls + oncalls, of number_of_lines.',
	'sales/h* = sales ÷ hours of agents, which are the live answers that were not dropped × (average_talkoff_time + average_wrap_time + average_call_interval); — below one hour.',
	'sales/h signed in* = sales ÷ hours of total, minute by minute of agent_graph_data. Both are counted since dialtop watches, in steps of five minutes; — below one hour.',
	'live answers/h* = the live answers that were not dropped ÷ the hours of agents of sales/h*; contacts/h* = the same without the wrong numbers of campaign_summary. The share* of an outcome is its share of the outcomes of talks: sale, refused, callback, wrong number, complete, transfer, do-not-call, promise, payment, dispute.',
	'occupancy* = (oncalls + wrappingup + dead) ÷ (total − paused); of signed in* = the same ÷ total, so that pauses count.',
	'idle minutes* = total − paused − oncalls − wrappingup − dead, minute by minute of agent_graph_data. They cover the time since midnight that dialtop has seen, which is shown beside them: the graph holds the hour before the start, and twelve hours are stored.',
	'▼5 in the chart of agents logged in: five logged out at once. It marks falls of at least two agents and a tenth of them.',
	'leads a minute* = dialed, over the last 15 minutes of calls_graph_data.',
	"leads run out* = when time left ends, within the calling hours of contact_schedule and of the profile (calling_hours), at the pace of remaining_leads ÷ time left, by the service's clock. No time is shown where no hours are known, or where the campaign dials outside of them. The dotted line of the chart shows it, in hours of dialing alone: ┊ is the end of a day's calling hours.",
	'usually within* = how far off that time was over the last seven days, as a median. The same forecast is made for each quarter of an hour of the recording, 15, 30 and 60 minutes ahead, and compared with when that few leads really remained. Moments after which leads were added, or nothing was dialed for an hour, do not count. It is shown where enough is recorded and the service gives remaining_time.',
	"drop at close* = the band in which percentage_dropped will end today, in four of five cases. It takes today's drops and adds those of the live answers to come: as many as came after this time on recorded days of the same kind, at the drop rate of those days, corrected by how today differs from them beyond chance. The band covers what chance and the differences of days and hours leave open. inside its band* = how many of the last 20 forecasts, made in the same way on the recorded days, were right; the band is widened or narrowed by it. day closes*: at the end of the calling hours, else as the recorded days did, else at midnight.",
	'limit passed in* = how soon the drop rate passes its limit if drops and live answers (delivered + drops) go on as in the last 15 minutes of calls_graph_data. not reached at this pace: not within a day.',
	'back under 3%* = how many more live answers bring percentage_dropped under its limit, if answers and drops go on as in the last 15 minutes of calls_graph_data. not back: of these, as many were dropped as the limit allows, or more.',
	'budget* = the drops that may still happen before the rate passes its limit, at the live answers so far: limit × human_answered_calls − percentage_dropped × human_answered_calls. ~ where the two decimals of the rate leave the count of drops open. An indicator.',
	'dropped of* = over which calls the service seems to count its drops: live answers (human_answered_calls) or all answered (answered_today). Drops are whole numbers, so percentage_dropped with its two decimals fits one of the two counts better. — if it fits both or neither; dialtop doctor shows the error of each.',
	"period* (30 days*, day*, 4 h*) = the drops of the rule's time ÷ its live answers. Drops are percentage_dropped × human_answered_calls, day by day; ± is what its two decimals leave open. left = limit × live answers − the drops. A day ends at midnight by the service's clock; counts that fall begin anew. Days that were not seen are asked of the service (get_all_stats; else DROP calls of search_lead, which have no live answers and are in no rate), and those still missing are named. A rule of compliance in the profile sets it; an indicator, not legal advice: the service does not say how it counts.",
	'called in vain*, of an outage = what called_today rose by at each poll, less the share of the usual answers that came, summed up from the alert on; calls_graph_data gives the minutes before dialtop looked. It is a least number: calls until the alert was raised are not in it.',
	"drop % 15 min* and live answer %* of charts = drops ÷ (delivered + drops) over the fifteen minutes, and (delivered + drops) ÷ dialed over the five minutes, before each point of calls_graph_data. connect %* of charts = answered ÷ called over five minutes, by the day's counts since dialtop watches.",
	"Charts show what was recorded where the service's graphs do not reach, and so does the trail of the same weekday last week: gauges as the mean of each step, counts of the day as what was added a minute, and drops as percentage_dropped × human_answered_calls in whole numbers. A step is a minute in an hour, five minutes in eight hours, fifteen in a day, and an hour in seven days, where the drop rate is that of the hour. Without a recording charts show what dialtop has seen itself, twelve hours at most. What was not seen is a gap.",
	"The times below a chart say how long before its newest point; below that point is its time of day, by the service's clock. lead_status_graph and call_status_graph have no times: with as many points as another graph of the same answer they get its times, else only the oldest and newest point are named.",
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
