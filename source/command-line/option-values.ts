import {plainCommand, type WantedAlert} from '../alerts/alert-command.js';
import {sourceIn} from '../alerts/fleet-rule.js';
import {parseRule} from '../alerts/parse-rule.js';
import type {Rule} from '../alerts/rule.js';
import type {Settings} from '../config/settings.js';
import {chosenReaders} from '../entries/chosen-readers.js';
import {type ClientChoice, clientModes, isProxies, usualProxies} from '../entries/client-choice.js';
import {FormatError} from '../entries/format-error.js';
import {formats} from '../entries/formats.js';
import {nearest} from '../nearest.js';
import {QueryError} from '../query/query-error.js';
import type {OptionName} from './options.js';
import type {Given} from './read-arguments.js';
import {readText} from './read-text.js';
import {UsageError} from './usage-error.js';

/**
 * Returns the value of an option that takes one of several words; undefined if it isn't given.
 * @throws UsageError
 */
export function oneOf<Word extends string>(
	given: Given,
	name: OptionName,
	words: readonly Word[],
): Word | undefined {
	const value = given.get(name);
	const word = words.find(known => known === value);
	if (value !== undefined && word === undefined) {
		throw new UsageError(`--${name} takes one of ${words.join(', ')}, not ${value}`);
	}
	return word;
}

/**
 * Returns the rules to watch: the rules of the config file and of `--alert`, without duplicates.
 * @param exec - value of `--exec`: run for rules without a program
 * @param asksServer - true if `--store` queries a fleet
 * @throws UsageError
 */
export function wantedAlerts(
	texts: readonly string[],
	exec: string | true | undefined,
	configured: readonly WantedAlert[],
	asksServer: boolean,
): readonly WantedAlert[] {
	const distinct = [...new Set(texts.map(text => text.trim()))];
	const rules = distinct.map(text => readText('alert', text, given => ruleOf(given, asksServer)));
	const all = [...configured, ...rules.map(rule => ({rule, command: undefined}))];
	if (exec === undefined) {
		return all;
	}
	if (all.length === 0) {
		throw new UsageError('--exec needs a rule: give --alert RULE, or alerts in the config file');
	}
	return all.map(({rule, command = plainCommand(String(exec))}) => ({rule, command}));
}

function ruleOf(text: string, asksServer: boolean): Rule {
	const rule = parseRule(text);
	const source = asksServer ? null : sourceIn(rule);
	if (source !== null) {
		throw new QueryError(
			'source: needs a server (--store), but these are logs: remove it, or add --store',
			source.start,
			source.end,
		);
	}
	return rule;
}

/**
 * Returns the selection of clients by `--client` and `--trusted-proxies`.
 * @param settings - settings of the config file, as defaults
 * @throws UsageError
 */
export function clientOption(given: Given, settings: Settings): ClientChoice {
	const mode = oneOf(given, 'client', clientModes) ?? settings.client ?? 'auto';
	const list = given.get('trusted-proxies');
	if (list !== undefined && mode === 'peer') {
		throw new UsageError(
			given.has('client')
				? '--client peer and --trusted-proxies exclude each other: with peer, the connected address is always the client'
				: '--trusted-proxies has no effect with "client": "peer" of the config file: give --client auto, too',
		);
	}
	const named =
		list === undefined || list === 'none'
			? []
			: String(list)
					.trim()
					.split(/\s*,\s*|\s+/);
	const other = named.find(text => !isProxies(text));
	if (other !== undefined) {
		throw new UsageError(
			`--trusted-proxies takes addresses and networks, such as default,203.0.113.7,2001:db8::/32, or none, not ${other === '' ? String(list) : other}`,
		);
	}
	return {
		mode,
		trusted: list === undefined ? (settings.trustedProxies ?? usualProxies) : named,
	};
}

/**
 * Returns the value of `--format`, see `chosenReaders`; undefined if it isn't given.
 * @param own - formats of the config file
 * @throws UsageError
 */
export function formatOption(value: string | true | undefined, own: Settings['formats']): string | undefined {
	if (value === undefined) {
		return undefined;
	}
	const given = String(value);
	const named = own.get(given);
	if (named !== undefined) {
		return named;
	}
	try {
		chosenReaders(given);
	} catch (error) {
		if (!(error instanceof FormatError)) {
			throw error;
		}
		const near = nearest(given, [...own.keys(), ...formats.map(({name}) => name)]);
		const isName = /^[\w-]+$/.test(given);
		const list = isName ? ' (reqscope formats lists them)' : '';
		const advice = isName && near !== undefined ? ` (did you mean ${near}?)` : list;
		throw new UsageError(`--format ${given}: ${error.message}${advice}`, {cause: error});
	}
	return given;
}
