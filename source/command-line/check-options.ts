import {printForms} from '../output/forms.js';
import {problemOfShip} from './check-ship.js';
import type {Command} from './commands.js';
import {formExclusions, type NamedOption, type OptionName, options, optionsOf} from './options.js';
import type {Given} from './read-arguments.js';
import {UsageError} from './usage-error.js';

/** Two options that exclude each other, and the reason. */
type Exclusion = readonly [one: OptionName, other: OptionName, because: string];

const order = new Map(options.map(({name}, index) => [name, index]));

/** The option that excludes the other is named first; of a form and an option, the first in the help. */
const exclusions: readonly Exclusion[] = [
	...printForms.flatMap(form =>
		formExclusions[form].excludes.map(
			([option, because]): Exclusion =>
				(order.get(option) ?? 0) < (order.get(form) ?? 0) ? [option, form, because] : [form, option, because],
		),
	),
	...options.flatMap(({name, excludes = []}) =>
		excludes.map(([other, because]): Exclusion => [name, other, because]),
	),
];

/**
 * Checks that every option affects the command, so that no option is ignored silently, and that they can be combined. Settings of
 * the config file, a view or the environment aren't meant for a particular command, so they never cause an error.
 * @throws UsageError
 */
export function checkOptions(given: Given, command: Command | undefined, paths: readonly string[]): void {
	refuse(
		(command === undefined ? problemOfLogs(given, paths) : problemOfCommand(given, command, paths)) ??
			problemOfForms(given) ??
			problemOfPairs(given) ??
			problemOfFollowing(given) ??
			problemOfNeeds(given) ??
			(command === undefined ? problemOfPlace(given) : undefined),
	);
}

/**
 * Checks what is needed besides valid values.
 * @throws UsageError
 */
export function checkSources(given: Given, command: Command | undefined, paths: readonly string[]): void {
	if (command === undefined) {
		refuse(problemOfServer(given));
	} else if (command.name === 'ship') {
		refuse(problemOfShip(given, command, paths));
	}
}

function refuse(problem: string | undefined): void {
	if (problem !== undefined) {
		throw new UsageError(problem);
	}
}

/** Returns the first result of a check of the options, in the order in which they were given. */
function firstOf(
	given: Given,
	check: (option: NamedOption) => string | false | undefined,
): string | undefined {
	for (const name of given.keys()) {
		const option = options.find(known => known.name === name);
		const problem = option && check(option);
		if (problem) {
			return problem;
		}
	}
	return undefined;
}

function problemOfCommand(given: Given, command: Command, paths: readonly string[]): string | undefined {
	const {name, does, noPath} = command;
	const taken = optionsOf(command);
	const other = firstOf(
		given,
		option =>
			!(option.isIgnored || taken.includes(option)) &&
			`${name} ${does}: --${option.name} has no effect there; remove one of them`,
	);
	const path =
		noPath !== undefined && paths.length > 0 ? `${name} takes no path: it ${does}; ${noPath}` : undefined;
	return other ?? path;
}

function problemOfLogs(given: Given, [path]: readonly string[]): string | undefined {
	const printer = [...printForms, 'follow' as const].find(name => given.has(name));
	return (
		firstOf(
			given,
			({name, isForScreen}) =>
				isForScreen !== undefined &&
				printer !== undefined &&
				`--${name} and --${printer} exclude each other: ${isForScreen}`,
		) ?? firstOf(given, ({withPath}) => path !== undefined && withPath?.(path))
	);
}

function problemOfForms(given: Given): string | undefined {
	const names = printForms.filter(form => given.has(form)).map(form => `--${form}`);
	return names.length > 1 ? `${names.join(' and ')} exclude each other: give one of them` : undefined;
}

function problemOfPairs(given: Given): string | undefined {
	const pair = exclusions.find(([one, other]) => given.has(one) && given.has(other));
	return pair && `--${pair[0]} and --${pair[1]} exclude each other: ${pair[2]}`;
}

function problemOfFollowing(given: Given): string | undefined {
	const form = printForms.find(name => given.has(name));
	return form === undefined || given.has('follow')
		? undefined
		: firstOf(
				given,
				({name, needsFollow}) => needsFollow && `--${name} with --${form} needs --follow: ${needsFollow}`,
			);
}

function problemOfServer(given: Given): string | undefined {
	return given.has('store')
		? firstOf(
				given,
				({name, isForFiles}) =>
					isForFiles &&
					`--store and --${name} exclude each other: the one asks a server, the other is for the reading of files`,
			)
		: undefined;
}

function problemOfNeeds(given: Given): string | undefined {
	return firstOf(
		given,
		({name, needs: [others, text] = [[], '']}) =>
			others.length > 0 && !others.some(other => given.has(other)) && `--${name} needs ${text}`,
	);
}

function problemOfPlace(given: Given): string | undefined {
	return firstOf(
		given,
		({name, belongsTo}) =>
			belongsTo && `--${name} belongs to ${belongsTo}: reqscope ${belongsTo} --${name} …`,
	);
}
