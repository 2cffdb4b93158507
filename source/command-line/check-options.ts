import {printForms} from '../output/forms.js';
import {reportNames} from '../output/reports/report.js';
import {problemOfShip} from './check-ship.js';
import type {Command} from './commands.js';
import {formExclusions, type NamedOption, type OptionName, options, optionsOf} from './options.js';
import type {GivenOptions} from './read-arguments.js';
import {UsageError} from './usage-error.js';

/** Two options that exclude each other, and the reason. */
type Exclusion = readonly [one: OptionName, other: OptionName, because: string];

const named = new Map(options.map(option => [option.name, option]));
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

/** Checks the given options in their order, and returns the first result. */
function firstResult(
	given: GivenOptions,
	check: (option: NamedOption) => string | false | undefined,
): string | false | undefined {
	return Array.from(given.keys(), name => named.get(name))
		.map(option => option && check(option))
		.find(Boolean);
}

/** @throws UsageError with the first problem */
function refuse(...problems: ReadonlyArray<string | false | undefined>): void {
	const [first] = problems.filter(problem => typeof problem === 'string');
	if (first !== undefined) {
		throw new UsageError(first);
	}
}

/**
 * Checks that every option affects the command, so that no option is ignored silently, and that they can be combined. Settings of
 * the config file, a view or the environment aren't meant for a particular command, so they never cause an error.
 * @throws UsageError
 */
export function checkOptions(
	given: GivenOptions,
	command: Command | undefined,
	paths: readonly string[],
): void {
	const forms = printForms.filter(form => given.has(form)).map(form => `--${form}`);
	const [form] = forms;
	const pair = exclusions.find(([one, other]) => given.has(one) && given.has(other));
	if (command === undefined) {
		const report = reportNames.find(name => given.has(name));
		const printer = form ?? (report ? `--${report}` : given.has('follow') && '--follow');
		const [path] = paths;
		refuse(
			firstResult(
				given,
				({name, onlyOnScreen}) =>
					printer && onlyOnScreen && `--${name} and ${printer} exclude each other: ${onlyOnScreen}`,
			),
			firstResult(given, ({withPath}) => path !== undefined && withPath?.(path)),
		);
	} else {
		const {name, does, noPath} = command;
		const taken = optionsOf(command);
		refuse(
			firstResult(
				given,
				option =>
					!option.isIgnored &&
					!taken.includes(option) &&
					`${name} ${does}: --${option.name} has no effect there; remove one of them`,
			),
			noPath !== undefined && paths.length > 0 && `${name} takes no path: it ${does}; ${noPath}`,
		);
	}
	refuse(
		forms.length > 1 && `${forms.join(' and ')} exclude each other: give one of them`,
		pair && `--${pair[0]} and --${pair[1]} exclude each other: ${pair[2]}`,
		form !== undefined &&
			!given.has('follow') &&
			firstResult(
				given,
				({name, needsFollow}) => needsFollow && `--${name} with ${form} needs --follow: ${needsFollow}`,
			),
		firstResult(
			given,
			({name, needs}) => needs && !needs[0].some(other => given.has(other)) && `--${name} needs ${needs[1]}`,
		),
		command === undefined &&
			firstResult(
				given,
				({name, belongsTo}) =>
					belongsTo && `--${name} belongs to ${belongsTo}: reqscope ${belongsTo} --${name} …`,
			),
	);
}

/**
 * Checks that `--store` has no options for files, and the sources of `ship`.
 * @throws UsageError
 */
export function checkSources(
	given: GivenOptions,
	command: Command | undefined,
	paths: readonly string[],
): void {
	refuse(
		command === undefined &&
			given.has('store') &&
			firstResult(
				given,
				({name, isForFiles}) =>
					isForFiles &&
					`--store and --${name} exclude each other: one queries a server, the other is for reading files`,
			),
		command?.name === 'ship' && problemOfShip(given, command, paths),
	);
}
