/** Made-up rows of a floor's campaigns, as polls would bring them. */
import type {Values} from '../../source/recording/recording.ts';

/** A number that looks random and is the same every time. */
const noise = (seed: number): number => {
	const x = Math.sin(seed * 12.9898) * 43758.5453;
	return x - Math.floor(x);
};

/** The figures of a campaign at a poll. */
export const figuresAt = (campaign: number, poll: number): Values => {
	const wave = (period: number, height: number): number =>
		Math.round(height * (0.5 + 0.5 * Math.sin(poll / period + campaign)) + 3 * noise(poll * 31 + campaign));
	const calledToday = Math.floor(poll * 2.3) + Math.floor(noise(poll) * 2);
	const humanAnswered = Math.floor(calledToday * 0.3);
	const onCall = wave(40, 12);
	return {
		campaignId: String(1000 + campaign),
		campaignName: `Campaign ${campaign}`,
		paceMethod: 'PREDICTIVE',
		paceTempo: (2 + Math.floor(poll / 60) / 10).toFixed(1),
		dropLimit: 3,
		callerId: '4420700000',
		recording: 'ALLCALLS',
		totalLeads: 20_000,
		activeLeads: 18_000 - Math.floor(poll / 3),
		remainingLeads: 15_000 - poll,
		percentComplete: Math.round(poll / 1.5) / 100,
		answeredToday: Math.floor(calledToday * 0.4),
		calledToday,
		dropRate: Math.round(noise(Math.floor(poll / 7) + campaign) * 300) / 100,
		humanAnswered,
		machineAnswered: Math.floor(calledToday * 0.1),
		transfers: Math.floor(poll / 50),
		sales: Math.floor(poll / 120),
		averageWrap: 20 + Math.round(noise(Math.floor(poll / 9)) * 100) / 10,
		averageInterval: 30 + Math.round(noise(Math.floor(poll / 11)) * 100) / 10,
		averageTalk: 120 + Math.round(noise(Math.floor(poll / 13)) * 100) / 10,
		averageAgents: 20,
		remainingTime: 36_000 - poll * 5,
		activeCalls: onCall + wave(7, 20),
		ringing: wave(7, 20),
		waiting: wave(3, 2),
		inIvr: 0,
		agents: 24,
		ready: wave(5, 4),
		onCall,
		wrapUp: wave(11, 4),
		paused: wave(90, 3),
		dead: 0,
		activeAgents: 22,
		status: 'PLAY',
		connectedCalls: Math.floor(calledToday * 0.4),
		totalCalls: calledToday,
		minutesToday: Math.round(poll * 1.37 * 10) / 10,
		chargeToday: Math.round(poll * 2.1) / 100,
		minutesMonth: 100_000 + Math.round(poll * 1.37 * 10) / 10,
		chargeMonth: 2000 + Math.round(poll * 2.1) / 100,
		took: 40,
	};
};
