/**
 * What small chunks have in common, which zstd need not store in each of them: names of values. Every chunk of this format version is
 * read with exactly these bytes, so a change of them needs another version. Names that are not here cost more, and are stored all the same.
 */

const figures =
	'took status statusSince campaignId campaignName paceMethod paceTempo throttle dropLimit agentLevel callerId script recording ' +
	'scheduled schedule totalLeads activeLeads remainingLeads percentComplete recycled answeredToday calledToday dropRate ' +
	'humanAnswered machineAnswered transfers sales averageWrap averageInterval averageTalk averageAgents remainingTime ' +
	'activeCalls ringing waiting inIvr agents ready onCall wrapUp paused dead activeAgents schedulerStatus connectedCalls ' +
	'totalCalls minutesToday chargeToday minutesMonth chargeMonth machineDetection leaveMessage callBackNumber transferQueue polls';

const gauges = 'activeCalls ringing waiting inIvr agents ready onCall wrapUp paused dead activeAgents';

const others =
	'graph first length n dialed delivered drops time id rule level unit partOf value threshold worst seenAt concerns note limit what ' +
	'count reason order name dialMethod created gone campaign kind run text since date data statusWas unreadable';

/** The start of a column of whole numbers that every row of an hour, or of a day by the hour, has. */
const columnOf = (name: string, rows: number): Buffer =>
	Buffer.concat([Buffer.from([name.length * 2]), Buffer.from(name), Buffer.from([0, rows, 0, 0])]);

const spreads = gauges.split(' ').flatMap(name => [`${name}.min`, `${name}.mean`, `${name}.max`]);

/** The dictionary of zstd. What is used most is nearest to its end. */
export const dictionary = Buffer.concat([
	...others.split(' ').map(name => columnOf(name, 60)),
	...[24, 60].flatMap(rows => [...figures.split(' '), ...spreads].map(name => columnOf(name, rows))),
]);
