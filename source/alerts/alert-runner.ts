import {type AlertCommand, type Invocation, invocationOf} from './alert-command.js';
import type {Facts} from './alert-facts.js';
import type {RunningProgram} from './run-program.js';

/** Runs the programs of alerts, one at a time. */
type AlertRunner = {
	/** Reports a missing program before it is needed. */
	check(command: AlertCommand): void;
	/** Runs a command now, or queues it. A queued command runs once, for the newest alert of its rule. */
	run(rule: object, command: AlertCommand, facts: Facts): void;
	/** Resolves when all queued commands have run. */
	finish(): Promise<void>;
	/** Ends the running program, and starts no more. */
	close(): void;
};

/** How to run programs, and the callback for failures. */
type AlertRunnerOptions = {
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Starts a program. */
	readonly start: (invocation: Invocation) => RunningProgram;
	/** Returns why a program can't be started; null if no problem is known. */
	readonly problemOf: (program: string) => string | null;
	/** Called with an unsanitised message when a program fails. Called again only after a success, or for a different failure. */
	readonly failed: (text: string) => void;
};

type Waiting = {readonly command: AlertCommand; readonly facts: Facts};

/** Creates a runner of alert programs. It passes facts in their environment and arguments. */
export function alertRunner({env, start, problemOf, failed}: AlertRunnerOptions): AlertRunner {
	/** Queued commands by rule, oldest first. */
	const waiting = new Map<object, Waiting>();
	/** The last problem reported for each program. */
	const reported = new Map<string, string>();
	let running: RunningProgram | undefined;
	let isClosed = false;

	const note = (program: string, problem: string | null): void => {
		if (problem === null) {
			reported.delete(program);
		} else if (reported.get(program) !== problem) {
			reported.set(program, problem);
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
		running = start(invocationOf(command, facts, env));
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
			// The newest alert describes the present state best.
			waiting.set(rule, {command, facts});
			void next();
		},
		async finish() {
			while (running !== undefined) {
				// The next program starts before this loop continues.
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
