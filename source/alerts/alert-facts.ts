import {visibleText} from '../format/sanitise.js';
import {messageOf, valueText} from './alert-texts.js';
import type {AlertEvent} from './alerts.js';
import {comparedValue} from './rule-state.js';

/** A fact about an alert that a program receives. */
type AlertFact = {
	/** Name in braces in the arguments of a program: `{url}`. In its environment the fact is `REQSCOPE_URL`. */
	readonly name: string;
	/** Description for the manual. */
	readonly help: string;
	/** True if the fact comes from a log. */
	readonly isLogged: boolean;
};

/** All facts that a program receives. A missing fact is unset in the environment, and empty in the arguments. */
export const alertFacts = [
	{name: 'rule', help: 'the rule, by its name if it has one', isLogged: false},
	{name: 'message', help: 'the text of the notice on the screen', isLogged: true},
	{name: 'value', help: 'the value that crossed the limit: a number, or percent', isLogged: false},
	{name: 'count', help: 'number of matching requests', isLogged: false},
	{name: 'total', help: 'for a share: number of all requests', isLogged: false},
	{name: 'time', help: 'when the rule fired, such as 2026-11-20T09:03:07Z', isLogged: false},
	{name: 'url', help: 'the URL of the newest request that matches', isLogged: true},
	{name: 'method', help: 'its method', isLogged: true},
	{name: 'status', help: 'its status', isLogged: true},
	{name: 'ip', help: 'the address of its client', isLogged: true},
	{name: 'host', help: 'the requested site', isLogged: true},
	{name: 'agent', help: 'its user agent', isLogged: true},
	{name: 'token', help: 'its token, for -q token:', isLogged: true},
] as const satisfies readonly AlertFact[];

/** Name of a fact. */
type FactName = (typeof alertFacts)[number]['name'];

/** Facts of an alert by name. */
export type Facts = ReadonlyMap<FactName, string>;

/** Maximum length of a fact, in UTF-16 units. Systems limit the size of arguments and environment. */
const maxFactLength = 4096;

/** Returns the name of the environment variable: `REQSCOPE_URL`. */
export function variableOf(name: FactName): string {
	return `REQSCOPE_${name.toUpperCase()}`;
}

/** Returns the facts of an alert. Logs may contain any character: invisible ones are escaped, so facts contain no NUL. */
export function factsOf(event: AlertEvent): Facts {
	const {rule, reading, entry, time} = event;
	const value = comparedValue(rule.condition, reading);
	const values: Readonly<Record<FactName, string | number | null | undefined>> = {
		rule: rule.name,
		message: messageOf(event),
		value: value === null ? null : valueText(rule.condition, reading).replace(/ %$/, ''),
		count: reading.count,
		total: reading.total,
		time: new Date(time).toISOString().replace(/\.\d+/, ''),
		url: entry?.url,
		method: entry?.method,
		status: entry?.status,
		ip: entry?.ip,
		host: entry?.host,
		agent: entry?.userAgent,
		token: entry?.token,
	};
	return new Map(
		alertFacts.flatMap(({name}) => {
			const fact = values[name] ?? null;
			return fact === null ? [] : [[name, cut(visibleText(String(fact).slice(0, maxFactLength)))] as const];
		}),
	);
}

/** Cuts a fact to its maximum length without splitting a surrogate pair. */
function cut(text: string): string {
	return text.slice(0, maxFactLength).replace(/[\ud800-\udbff]$/, '');
}

const placeholder = /\{(\w+)\}/g;

/** Returns the first name in braces in an argument that isn't a fact, or undefined. */
export function unknownFact(argument: string): string | undefined {
	return Array.from(argument.matchAll(placeholder), ([, name = '']) => name).find(name => !isFact(name));
}

/** Checks whether an argument contains facts. */
export function hasFacts(argument: string): boolean {
	return Array.from(argument.matchAll(placeholder)).some(([, name = '']) => isFact(name));
}

/**
 * Replaces the names of facts in an argument by the facts. Programs read an argument that begins with `-` as an option: if the
 * dash comes from a log, a space precedes it.
 */
export function withFacts(argument: string, facts: Facts): string {
	const filled = argument.replace(placeholder, (written, name: string) =>
		isFact(name) ? (facts.get(name) ?? '') : written,
	);
	return filled.startsWith('-') && !argument.startsWith('-') ? ` ${filled}` : filled;
}

function isFact(name: string): name is FactName {
	return alertFacts.some(fact => fact.name === name);
}
