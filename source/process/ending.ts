import {constants} from 'node:os';

/** Returns the exit status after a signal, as in shells: 128 plus its number. */
export function statusOfSignal(signal: NodeJS.Signals): number {
	return 128 + constants.signals[signal];
}

/** Exit statuses of the program. */
export const exitStatus = {
	done: 0,
	failed: 1,
	wrongUsage: 2,
	interrupted: statusOfSignal('SIGINT'),
} as const;

/** Meanings of the exit statuses, in the same order as in the help. */
export const exitMeanings = [
	{status: exitStatus.done, meaning: 'done'},
	{status: exitStatus.failed, meaning: 'failed'},
	{status: exitStatus.wrongUsage, meaning: 'wrong usage'},
	{status: exitStatus.interrupted, meaning: 'interrupted'},
	{status: statusOfSignal('SIGTERM'), meaning: 'terminated'},
	{status: statusOfSignal('SIGHUP'), meaning: 'hung up'},
] as const;

/** Signals that end the program. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal requested the end of the program. */
export class Signalled extends Error {
	override readonly name = 'Signalled';
	readonly signal: NodeJS.Signals;

	constructor(signal: NodeJS.Signals) {
		super(`ended by ${signal}`);
		this.signal = signal;
	}
}

/** Returns the signal by which the program is ended from outside. It aborts with a `Signalled` or with an uncaught error. */
export function ending(): AbortSignal {
	const controller = new AbortController();
	for (const signal of endingSignals) {
		process.on(signal, () => controller.abort(new Signalled(signal)));
	}
	process.on('uncaughtException', error => controller.abort(error));
	process.on('unhandledRejection', error => controller.abort(error));
	return controller.signal;
}

/** Rejects with the signal's reason when it is aborted. Never resolves. */
export async function aborted(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		if (signal.aborted) {
			reject(signal.reason);
		}
		signal.addEventListener('abort', () => reject(signal.reason), {once: true});
	});
}
