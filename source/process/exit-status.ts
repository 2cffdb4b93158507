import {constants} from 'node:os';

/** The status of a program that a signal ended: 128 and its number, as shells have it. */
export const statusOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

/** How the program ends. */
export const exitStatus = {
	done: 0,
	failed: 1,
	wrongUsage: 2,
	interrupted: statusOfSignal('SIGINT'),
} as const;

/** What each status means, in the order of the help. */
export const exitMeanings = [
	{status: exitStatus.done, meaning: 'done'},
	{status: exitStatus.failed, meaning: 'failed'},
	{status: exitStatus.wrongUsage, meaning: 'wrong usage'},
	{status: exitStatus.interrupted, meaning: 'interrupted'},
	{status: statusOfSignal('SIGTERM'), meaning: 'terminated'},
	{status: statusOfSignal('SIGHUP'), meaning: 'hung up'},
] as const;

/** The signals that end the program. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
