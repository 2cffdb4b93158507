import {constants} from 'node:os';

/** How the program ends. A signal's status is 128 and its number, as shells have it. */
export const exitStatus = {
	done: 0,
	failed: 1,
	wrongUsage: 2,
	interrupted: 128 + constants.signals.SIGINT,
} as const;

/** The signals that end the program. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const statusOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];
