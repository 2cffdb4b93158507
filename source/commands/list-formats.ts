import type {Format} from '../entries/format.js';
import {formats} from '../entries/formats.js';
import {type JsonFormat, jsonFormats} from '../entries/json/json-formats.js';
import {type TextFormat, textFormats} from '../entries/text-formats.js';
import {wrappers} from '../entries/wrappers/wrappers.js';
import {sanitise} from '../format/sanitise.js';

/**
 * Returns the lines of `reqscope formats`: each format with an example, and the prefixes of lines.
 * @param own - the user's formats by name
 */
export function listFormats(own: ReadonlyMap<string, string> = new Map()): readonly string[] {
	return [
		'Formats, each with a sample line. They are recognised line by line; --format NAME reads only one.',
		'',
		...formats.flatMap(format => [
			`${format.name}: ${format.title}`,
			`    ${format.example}`,
			...formatFacts(format).map(fact => `    ${fact}`),
			`    ${format.source}`,
			'',
		]),
		...ownLines(own),
		'Removed before a line is read, in any order and number:',
		'',
		...wrappers.flatMap(({name, title, example}) => [`${name}: ${title}`, `    ${sanitise(example)}`, '']),
		'--format also takes an nginx log_format, an Apache LogFormat or a HAProxy log-format, copied from the configuration.',
		'reqscope explain FILE shows how the first lines of a file are read.',
	];
}

/** Describes a format's values as defined in the tables, in sentences. */
export function formatFacts(format: Format): readonly string[] {
	const text = textFormats.find(({name}) => name === format.name);
	const json = jsonFormats.find(({name}) => name === format.name);
	const facts = text === undefined ? (json === undefined ? [] : jsonFacts(json)) : textFacts(text);
	return format.remark === undefined ? facts : [...facts, format.remark];
}

function textFacts({patterns, others = []}: TextFormat): readonly string[] {
	const all = patterns.join(' ');
	const facts = [timeFact(all), durationFact(all)];
	return others.length === 0 ? facts : [...facts, `No requests: ${others.join('  ')}`];
}

function timeFact(patterns: string): string {
	const [, unit] = /\$\{epoch:(\w+)\}/.exec(patterns) ?? [];
	if (unit !== undefined || patterns.includes('$msec')) {
		return `Time: ${unit ?? 's'} since 1970.`;
	}
	if (/_utc\b/.test(patterns)) {
		return 'Time: UTC, unless the time has a zone.';
	}
	if (/\$time_local|%[zZ]/.test(patterns)) {
		return 'Time: with its zone.';
	}
	if (patterns.includes('$time_iso8601')) {
		return 'Time: with its zone, or in the zone of --tz if missing.';
	}
	return /\$\{time|_time\]/.test(patterns)
		? 'Time: without a zone, in the zone of --tz.'
		: 'Time: none; the time of the prefix or wrapper is used.';
}

function durationFact(patterns: string): string {
	const units = new Set([...patterns.matchAll(/duration:(\w+)\}/g)].map(([, unit]) => unit));
	if (/request_time/.test(patterns)) {
		units.add('s');
	}
	if (patterns.includes('$haproxy_timers')) {
		units.add('ms');
	}
	if (/\$duration\b/.test(patterns)) {
		units.add('the unit that it states');
	}
	return units.size === 0 ? 'Time taken: none.' : `Time taken: in ${[...units].join(' or ')}.`;
}

function jsonFacts({units = {}}: JsonFormat): readonly string[] {
	const unitTexts = Object.entries(units).map(
		([name, unit]) =>
			`${name} in ${unit === 'own' ? 'the unit that it states' : unit === 'nginx' ? 's' : unit}`,
	);
	return unitTexts.length === 0 ? [] : [`Time taken: ${unitTexts.join(', ')}.`];
}

function ownLines(own: ReadonlyMap<string, string>): readonly string[] {
	return own.size === 0
		? []
		: [
				'From the config file, only for --format NAME:',
				'',
				...Array.from(own, ([name, format]) => [name, `    ${sanitise(format)}`, '']).flat(),
			];
}
