import {type AlertCommand, type Started, startedWith} from './alert-command.js';
import type {Facts} from './alert-facts.js';
import type {RunningProgram} from './run-program.js';

/** Runs the programs of alerts, one at a time. */
type AlertRunner = {
	/** Tells if there is no such program, before it is needed. */
	check(command: AlertCommand): void;
	/** Runs a command now, or when it is its turn: then for the newest alert of that rule alone. */
	run(rule: object, command: AlertCommand, facts: Facts): void;
	/** Resolves when all has run that is to be run. */
	finish(): Promise<void>;
	/** Ends what runs, and runs nothing more. */
	close(): void;
};

/** What runs the programs, and who is told of those that fail. */
type AlertRunnerOptions = {
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Starts a program. */
	readonly start: (started: Started) => RunningProgram;
	/** Why a program can't be started; null when nothing is known to be in its way. */
	readonly problemOf: (program: string) => string | null;
	/** Told when one has failed, not sanitised; once, until it has gone well again or fails in another way. */
	readonly failed: (text: string) => void;
};

type Waiting = {readonly command: AlertCommand; readonly facts: Facts};

/** Makes what runs the programs of alerts, with facts in their environment and in their arguments. */
export function alertRunner({env, start, problemOf, failed}: AlertRunnerOptions): AlertRunner {
	/** By rule, in the order in which they have begun to wait. */
	const waiting = new Map<object, Waiting>();
	/** By program: what was last told of it. */
	const told = new Map<string, string>();
	let running: RunningProgram | undefined;
	let isClosed = false;

	const note = (program: string, problem: string | null): void => {
		if (problem === null) {
			told.delete(program);
		} else if (told.get(program) !== problem) {
			told.set(program, problem);
			failed(`${program} ${problem}`);
		}
	};

	const next = async (): Promise<void> => {
		const [first] = waiting;
		if (running !== undefined || first === undefined || isClosed) {
			return;
		}
		const [rule, {command, facts}] = first;
		waiting.delete(rule);
		running = start(startedWith(command, facts, env));
		const problem = await running.ended;
		running = undefined;
		if (isClosed) {
			return;
		}
		note(command.program, problem);
		void next();
	};

	return {
		check({program}) {
			note(program, problemOf(program));
		},
		run(rule, command, facts) {
			// The newest says most of what is now.
			waiting.set(rule, {command, facts});
			void next();
		},
		async finish() {
			while (running !== undefined) {
				// The next one begins before this goes on.
				await running.ended;
			}
		},
		close() {
			isClosed = true;
			waiting.clear();
			running?.kill();
		},
	};
}
