import {constants} from 'node:os';

/** The status of a program that a signal ended: 128 and its number, as shells have it. */
export function statusOfSignal(signal: NodeJS.Signals): number {
	return 128 + constants.signals[signal];
}

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

/** A signal asked the program to end. */
export class Signalled extends Error {
	override readonly name = 'Signalled';
	readonly signal: NodeJS.Signals;

	constructor(signal: NodeJS.Signals) {
		super(`ended by ${signal}`);
		this.signal = signal;
	}
}

/**
 * The one way in which the program is ended from outside of its own course: aborted with a `Signalled`, or with an
 * error that nobody caught.
 */
export function ending(): AbortSignal {
	const controller = new AbortController();
	for (const signal of endingSignals) {
		process.on(signal, () => controller.abort(new Signalled(signal)));
	}
	process.on('uncaughtException', error => controller.abort(error));
	process.on('unhandledRejection', error => controller.abort(error));
	return controller.signal;
}

/** Rejects when the signal is aborted, with its reason; stays open until then. */
export async function aborted(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		if (signal.aborted) {
			reject(signal.reason);
		}
		signal.addEventListener('abort', () => reject(signal.reason), {once: true});
	});
}
