import type {GeoField} from '../geo/geo.js';
import {botOfId, familyOfId} from '../query/evaluation/agent-families.js';
import {derivations} from '../query/evaluation/derived-texts.js';
import type {Expression} from '../query/expression.js';
import type {FacetField} from '../query/facet-field.js';
import type {LogFieldName} from '../query/log-field-name.js';
import type {ValueSource} from './values.js';

/** A compared field, and how it is compared. */
type ComparedField = {
	readonly source: ValueSource;
	/** The fields of a search that exclude it from the comparison, because the selection consists of their values. */
	readonly leftOutBy: readonly string[];
	/** True if durations and sizes are compared within each value. */
	readonly hasMeasures?: true;
	/** True if only a fleet has the field. */
	readonly isOfFleet?: true;
	/** True if it says nothing about the requests with a value of another field: they may be a small part of it. */
	readonly isBroad?: true;
	/** True if a fall is no finding: fewer people make no bots. */
	readonly neverFalls?: true;
};

const addressFields = ['ip', 'asn', 'country'];

/** The fields by name. If several names stand for the same entries, the first one in this table leads. */
const table = {
	route: {source: {of: 'route'}, leftOutBy: ['url', 'route'], hasMeasures: true},
	path: {source: {of: 'path'}, leftOutBy: ['url', 'route'], isBroad: true},
	upstream: {source: {of: 'upstream'}, leftOutBy: ['upstream'], hasMeasures: true},
	host: {source: {of: 'host'}, leftOutBy: ['host'], hasMeasures: true},
	// The server of a fleet. A store in memory has one.
	source: {source: {of: 'file'}, leftOutBy: ['source'], hasMeasures: true, isOfFleet: true},
	file: {source: {of: 'file'}, leftOutBy: ['file'], hasMeasures: true},
	user: {source: {of: 'user'}, leftOutBy: ['user'], hasMeasures: true},
	forwarded: {source: {of: 'forwardedFor'}, leftOutBy: ['forwardedFor']},
	ip: {source: {of: 'ip'}, leftOutBy: addressFields},
	family: {
		source: {of: 'userAgent', derived: familyOfId},
		leftOutBy: ['userAgent', 'family', 'client', 'bot'],
		hasMeasures: true,
	},
	agent: {source: {of: 'userAgent'}, leftOutBy: ['userAgent', 'family', 'client', 'bot'], hasMeasures: true},
	referer: {source: {of: 'referer'}, leftOutBy: ['referer', 'refererHost']},
	'referer-host': {
		source: {of: 'referer', derivation: derivations.refererHost},
		leftOutBy: ['referer', 'refererHost'],
	},
	network: {source: {of: 'ip', derivation: derivations.network}, leftOutBy: addressFields},
	asn: {source: {of: 'ip', geo: 'asn'}, leftOutBy: addressFields},
	country: {source: {of: 'ip', geo: 'country'}, leftOutBy: addressFields},
	param: {
		source: {of: 'url', derivation: derivations.param},
		leftOutBy: ['url', 'route', 'param'],
		hasMeasures: true,
	},
	url: {source: {of: 'url'}, leftOutBy: ['url', 'route', 'param']},
	method: {source: {of: 'method'}, leftOutBy: ['method'], hasMeasures: true},
	status: {source: {of: 'status'}, leftOutBy: ['status']},
	protocol: {source: {of: 'protocol'}, leftOutBy: ['protocol'], hasMeasures: true},
	bot: {
		source: {of: 'userAgent', derived: botOfId},
		leftOutBy: ['userAgent', 'family', 'client', 'bot'],
		neverFalls: true,
	},
} as const satisfies Readonly<Record<string, ComparedField>>;

/** A field in whose values a comparison finds differences, or a measure that is different in all requests. */
export type DifferenceField = keyof typeof table | LogFieldName | 'duration' | 'bytes';

/** A value of such a field; null for all requests. */
export type NamedValue = {readonly field: DifferenceField; readonly value: string | null};

/** A compared field with its name, and its position in the table. */
export type NamedField = ComparedField & {readonly name: DifferenceField; readonly order: number};

/** A value of a field, by number; `field` is null for all requests. */
export type FieldValue = {readonly field: NamedField | null; readonly value: number};

/** Position of log fields, after `user`: they often name a tenant or a version. */
const logFieldOrder = 6.5;

/**
 * Returns the fields to compare.
 * @param distinct - conditions that only the selection has: the fields in them are left out
 * @param geo - fields of databases of addresses, which a fleet doesn't have
 */
export function comparedFields(
	distinct: Expression,
	logFields: readonly LogFieldName[],
	geo: ReadonlySet<GeoField> | 'fleet',
): readonly NamedField[] {
	const named = fieldsIn(distinct);
	const own = Object.entries<ComparedField>(table)
		.map(([name, field], order): NamedField => ({...field, name: name as keyof typeof table, order}))
		.filter(({source, isOfFleet}) =>
			geo === 'fleet'
				? !('geo' in source)
				: isOfFleet === undefined && (!('geo' in source) || geo.has(source.geo)),
		);
	const logged = logFields.map(
		(name): NamedField => ({
			source: {of: name},
			leftOutBy: [name],
			hasMeasures: true,
			name,
			order: logFieldOrder,
		}),
	);
	return [...own, ...logged]
		.filter(({leftOutBy}) => !leftOutBy.some(name => named.has(name)))
		.sort((a, b) => a.order - b.order);
}

/** Checks that durations and sizes say something: errors are short and fast by nature. */
export function comparesMeasures(distinct: Expression): boolean {
	const named = fieldsIn(distinct);
	return !['status', 'durationMs', 'bytes'].some(name => named.has(name));
}

/** Returns the fields that an expression names: their keys, and log fields with an @. */
function fieldsIn(expression: Expression): ReadonlySet<string> {
	switch (expression.type) {
		case 'and':
		case 'or':
			return new Set(expression.of.flatMap(part => [...fieldsIn(part)]));
		case 'not':
			return fieldsIn(expression.of);
		case 'number':
		case 'text':
			return new Set([expression.field]);
		case 'logField':
			return new Set([`@${expression.name}`]);
		case 'bot':
			return new Set(['client']);
		default:
			return new Set();
	}
}

/** Returns the field whose most frequent values these are; undefined if there is no list of them. */
export function fieldOf(name: DifferenceField): FacetField | undefined {
	switch (name) {
		case 'duration':
		case 'bytes':
		case 'path':
		case 'protocol':
			return undefined;
		case 'agent':
			return 'userAgent';
		case 'forwarded':
			return 'forwardedFor';
		case 'referer-host':
			return 'refererHost';
		default:
			return name;
	}
}
