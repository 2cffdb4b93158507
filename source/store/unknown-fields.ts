import leven from 'leven';
import {isGeoField, withoutDatabase} from '../geo/geo.js';
import {textFieldsIn} from '../query/expression.js';
import {writtenLogField} from '../query/log-field-name.js';
import {everything, type Query} from '../query/query.js';
import type {Store} from './store.js';

/** Maximum edit distance of a near name, and the maximum number of names in the message. */
const maxMistakes = 2;
const maxNames = 3;

/**
 * Returns the error for fields that come from databases of addresses if no database has them. Undefined if there is no such
 * field.
 */
export function databaseProblem(
	{isFleet = false, geoFields}: Pick<Store, 'isFleet' | 'geoFields'>,
	fields: readonly string[],
): string | undefined {
	const missing = fields.find(field => isGeoField(field) && geoFields?.has(field) !== true);
	return missing !== undefined && isGeoField(missing) ? withoutDatabase(missing, isFleet) : undefined;
}

/**
 * Returns the error for a query with log fields that no line has, with near names, or else the most frequent ones; or with a field
 * that no database of addresses has. Empty if there is no such field, or no line. Not sanitised.
 */
export async function unknownFieldsText(
	store: Pick<Store, 'isFleet' | 'geoFields' | 'unknownLogFields' | 'logFields' | 'shownField' | 'count'>,
	query: Query,
	signal?: AbortSignal,
): Promise<string> {
	const problem = databaseProblem(store, textFieldsIn(query.expression));
	if (problem !== undefined) {
		return problem;
	}
	const [unknown] = store.unknownLogFields(query);
	if (unknown === undefined || (await store.count(everything, signal)).n === 0) {
		return '';
	}
	const known = (await store.logFields(signal)).map(({name}) => name);
	const field = writtenLogField(store.shownField(`@${unknown}`));
	return `no line has the log field ${field}: ${otherNames(store, unknown, known)}`;
}

/** Returns advice about an unknown log field: near names, or else the most frequent ones of `known`. Not sanitised. */
export function otherNames(
	store: Pick<Store, 'shownField'>,
	unknown: string,
	known: readonly string[],
): string {
	if (known.length === 0) {
		return 'the newest lines have no log fields';
	}
	const near = nearNames(unknown, known);
	const names = (near.length > 0 ? near : known)
		.slice(0, maxNames)
		.map(name => writtenLogField(store.shownField(`@${name}`)));
	return near.length > 0
		? `did you mean ${names.join(', ')}?`
		: `the newest lines have ${names.join(', ')}${known.length > maxNames ? ' …' : ''}`;
}

/** Returns the names that are similar to a name in lower case, the most similar first. */
function nearNames(name: string, known: readonly string[]): readonly string[] {
	const max = Math.min(maxMistakes, name.length - 1);
	return known
		.map(other => ({other, distance: distanceTo(name, other.toLowerCase())}))
		.filter(({distance}) => distance <= max)
		.sort((a, b) => a.distance - b.distance)
		.map(({other}) => other);
}

/** A name that contains the other one, such as its last part, is as near as one with a typo. */
function distanceTo(name: string, other: string): number {
	return name.length > maxMistakes && other.includes(name) ? 1 : leven(name, other);
}
