import {visibleText} from '../format/sanitise.js';
import {messageOf, valueText} from './alert-texts.js';
import type {AlertEvent} from './alerts.js';
import {comparedValue} from './rule-state.js';

/** Something that a program is told of an alert. */
type AlertFact = {
	/** As it stands in braces in the arguments of a program: `{url}`; in its environment it is `REQSCOPE_URL`. */
	readonly name: string;
	/** What it is, for the manual. */
	readonly help: string;
	/** Whether it comes out of a log. */
	readonly isLogged: boolean;
};

/** All that a program is told. What there isn't is missing in its environment, and empty in its arguments. */
export const alertFacts = [
	{name: 'rule', help: 'the rule, by its name if it has one', isLogged: false},
	{name: 'message', help: 'what the notice on the screen says', isLogged: true},
	{name: 'value', help: 'what has crossed the limit: a number, of a share percent', isLogged: false},
	{name: 'count', help: 'how many requests match', isLogged: false},
	{name: 'total', help: 'of a share: of how many requests', isLogged: false},
	{name: 'time', help: 'when the rule fired, such as 2026-11-20T09:03:07Z', isLogged: false},
	{name: 'url', help: 'the URL of the newest request that matches', isLogged: true},
	{name: 'method', help: 'its method', isLogged: true},
	{name: 'status', help: 'its status', isLogged: true},
	{name: 'ip', help: 'the address of its client', isLogged: true},
	{name: 'host', help: 'the site that was asked', isLogged: true},
	{name: 'agent', help: 'its user agent', isLogged: true},
	{name: 'token', help: 'its token, for -q token:', isLogged: true},
] as const satisfies readonly AlertFact[];

/** What a fact is called. */
type FactName = (typeof alertFacts)[number]['name'];

/** Facts of an alert by their names. */
export type Facts = ReadonlyMap<FactName, string>;

/** UTF-16 units of a fact: systems limit the length of all that a program is started with. */
const longestFact = 4096;

/** The name in the environment of a program: `REQSCOPE_URL`. */
export function variableOf(name: FactName): string {
	return `REQSCOPE_${name.toUpperCase()}`;
}

/**
 * What a program is told of an alert. Logs may hold anything: what can't be seen is written out, so that there is no
 * NUL either.
 */
export function factsOf(event: AlertEvent): Facts {
	const {rule, reading, entry, time} = event;
	const value = comparedValue(rule.condition, reading);
	const values: Readonly<Record<FactName, string | number | null | undefined>> = {
		rule: rule.name,
		message: messageOf(event),
		value: value === null ? null : valueText(rule.condition, reading).replace(/%$/, ''),
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
			return fact === null ? [] : [[name, cut(visibleText(String(fact).slice(0, longestFact)))] as const];
		}),
	);
}

/** Without half a pair of surrogates at its end. */
function cut(text: string): string {
	return text.slice(0, longestFact).replace(/[\ud800-\udbff]$/, '');
}

const placeholder = /\{(\w+)\}/g;

/** What stands in braces in an argument and is no fact; undefined when there is nothing of the kind. */
export function unknownFact(argument: string): string | undefined {
	return Array.from(argument.matchAll(placeholder), ([, name = '']) => name).find(name => !isFact(name));
}

/** Whether an argument has facts in it. */
export function hasFacts(argument: string): boolean {
	return Array.from(argument.matchAll(placeholder)).some(([, name = '']) => isFact(name));
}

/**
 * An argument with the facts in the place of their names. A program takes what begins with `-` for an option: where only
 * a log says so, a space stands before it.
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
