import {withoutPassword} from '../process/without-password.js';
import {type Facts, variableOf, withFacts} from './alert-facts.js';
import type {Rule} from './rule.js';

/** A program to run when a rule fires. */
export type AlertCommand = {
	/** A path, or a name to find in PATH. */
	readonly program: string;
	/** Its arguments, with names of facts in braces. */
	readonly args: readonly string[];
};

/** A rule, and the command to run when it fires. */
export type WantedAlert = {readonly rule: Rule; readonly command: AlertCommand | undefined};

/** Returns a command for a program from the command line. The message is its only argument. */
export function commandOfProgram(program: string): AlertCommand {
	return {program, args: ['{message}']};
}

/** The program, arguments and environment to start. */
export type Invocation = {
	readonly program: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Returns the program, arguments and environment for an alert. Removes `CLICKHOUSE_PASSWORD` and the variables that an alert of
 * another reqscope has set from the environment of reqscope.
 */
export function invocationOf(
	{program, args}: AlertCommand,
	facts: Facts,
	env: Readonly<Record<string, string | undefined>>,
): Invocation {
	return {
		program,
		args: args.map(argument => withFacts(argument, facts)),
		env: {
			...Object.fromEntries(
				Object.entries(withoutPassword(env)).filter(([name]) => !name.startsWith('REQSCOPE_')),
			),
			...Object.fromEntries(Array.from(facts, ([name, fact]) => [variableOf(name), fact])),
		},
	};
}
