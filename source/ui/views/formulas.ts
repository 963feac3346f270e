/** What is said of the figures that dialtop derives itself. */
export const formulas: readonly string[] = [
	"* is derived by dialtop; every other figure is the service's own.",
	'live answer* = human_answered_calls ÷ called_today',
	'drop % 15 min*, live answer %* of the charts = drops ÷ (delivered + drops) over the fifteen minutes, and (delivered + drops) ÷ dialed over the five minutes, before each point of calls_graph_data',
	'The times below a chart are how long before its newest point; the newest stands under its own time of day, by the service. lead_status_graph and call_status_graph carry no times: with as many points as another graph of the same answer they are taken to be of the same times, else only oldest and newest are told.',
	'occupancy* = (oncalls + wrappingup + dead) ÷ (total − paused)',
	'time left* = remaining_leads ÷ leads dialed a minute over the last 15 minutes, where the service gives no remaining_time. Where it says 00:00:00 with leads left, or nothing is dialed, there is no forecast: paused, stopped or no pace stands there instead',
	"total drop %* = the campaigns' percentage_dropped, weighted by human_answered_calls",
	"~ near, ! at or over the drop limit: adaptive_dropped_percentage, or the regulator's 3 % where that is lower. Compliance figures are an indicator, not legal advice.",
	'dropped of* is over which calls the service seems to count its drops: over live answers (human_answered_calls) or over all answered (answered_today). Drops are whole numbers, so percentage_dropped with its two decimals fits one of the two counts better. — if it fits both or neither; dialtop doctor tells the error of either.',
	'budget* is the drop budget: drops that may still happen before the rate passes its limit, of the human answers so far: limit × human_answered_calls, less percentage_dropped × human_answered_calls. ~ where the two decimals of the rate do not tell the drops to the unit. An indicator.',
	'used up in* = how soon, with drops and human answers (delivered + drops) going on as in the last 15 minutes of calls_graph_data',
	'▲ beside a status: the campaign has an alert that nobody has acknowledged; the view of alerts says which, and under which rules.',
	'live, at the top, holds for two intervals after the newest answer (4 s by default). Then waiting counts the seconds without one; after four intervals, and 20 s at least, everything shown is stale. Totals are as old as their oldest row. slow is how long the last answer took, from 1 s on. retrying: no answer that can be read comes; the service is left alone until then, five minutes at most. ENDED: the embedded sandbox has died, and its world is lost.',
	'— is a value that did not come or could not be read; it is never 0.',
	"level is the service's pace_tempo.",
	'leads a minute* = dialed, over the last 15 minutes of calls_graph_data',
];
