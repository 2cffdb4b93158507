import type {FacetOrder, Facets, FacetValue, RouteSummary, Routes, ValueFigures} from '../answers/answers.js';
import {compareRanks, type Rank, rankBy} from '../answers/values/compare-values.js';
import {mergedFigures} from '../answers/values/merge-figures.js';
import type {Differences} from '../differences/differences.js';
import type {DifferenceField, NamedValue} from '../differences/fields.js';
import {fieldOf} from '../differences/fields.js';
import {parseAddress} from '../entries/values/address-range.js';
import {Slice} from '../query/evaluation/slice.js';
import type {FacetField} from '../query/facet-field.js';
import {isLogFieldName, nameOfLogField} from '../query/log-field-name.js';
import {redactedMark} from '../query/redacted-mark.js';
import {type EntryRedactor, redactedFields} from './redact-entry.js';
import {beforeParameter, withoutHidden} from './redact-text.js';

/** Returns the function that redacts the values of a field; undefined if they are shown unchanged. */
export function valueRedactor(
	field: FacetField,
	redactor: EntryRedactor,
): ((value: string) => string) | undefined {
	if (field === 'route') {
		return route => redactRoute(route, redactor);
	}
	if (field === 'param') {
		return text => {
			const before = beforeParameter(text);
			return redactor.briefly('url', before + text).slice(before.length);
		};
	}
	if (field === 'refererHost') {
		return text => redactor.briefly('host', text);
	}
	if (isLogFieldName(field)) {
		return text => redactor.logFieldText(nameOfLogField(field), text, true);
	}
	// The name of a program is part of its user agent.
	const isName = field === 'family' || field === 'bot';
	const known = redactedFields.find(name => name === (isName ? 'userAgent' : field));
	return known && (text => redactor.briefly(known, text));
}

/** Redacts the values of the findings. */
export function redactedDifferences(differences: Differences, redactor: EntryRedactor): Differences {
	const shown = <Value extends NamedValue>(named: Value): Value => {
		const {field, value} = named;
		return {...named, value: value === null ? null : shownDifference(field, value, redactor)};
	};
	return {
		...differences,
		findings: differences.findings.map(finding => ({
			...shown(finding),
			also: finding.also.map(shown),
			mostly: finding.mostly.map(shown),
		})),
	};
}

function shownDifference(field: DifferenceField, value: string, redactor: EntryRedactor): string {
	const key = field === 'path' ? 'route' : fieldOf(field);
	return key === undefined ? value : (valueRedactor(key, redactor)?.(value) ?? value);
}

/** An address with numbers replaced by `{id}`, or a path segment whose percent-encoding was broken by such a replacement. */
const folded = /(?:\{id\}|\{hash\}|[\da-f:.]){4,64}|[^/]*%(?:25)*\{[^/]*/gi;

/** Redacts a route. Hides segments whose encoding can no longer be read. */
function redactRoute(route: string, {texts}: EntryRedactor): string {
	const readable = route.replaceAll(folded, text => {
		const isAddress = text.includes('{') && parseAddress(text.replaceAll(/\{\w+\}/g, '1')) !== null;
		return isAddress || /%(?:25)*\{/.test(text) ? redactedMark : text;
	});
	// A placeholder within a name or a key must not end it. Replaces each by characters of its kind, with the same length.
	const named = readable
		.replaceAll('{id}', '0000')
		.replaceAll('{hash}', '0a0b0c')
		.replaceAll('{', '[')
		.replaceAll('}', ']');
	return withoutHidden(readable, texts.hiddenIn(named, 'url'));
}

/**
 * Redacts the values and merges equal results. Merged percentiles are exact to 2 % if the figures have their durations.
 */
export async function redactedFacets(
	facets: Facets,
	{field, n, order}: {readonly field: FacetField; readonly n: number; readonly order: FacetOrder},
	redactor: EntryRedactor,
	signal?: AbortSignal,
): Promise<Facets> {
	const shownAs = valueRedactor(field, redactor);
	if (shownAs === undefined) {
		return facets;
	}
	const shown = new Map<string | null, FacetValue[]>();
	const slice = new Slice();
	for (const value of facets.values) {
		if (slice.isOver) {
			await slice.next(signal);
		}
		const name = value.value === null ? null : shownAs(value.value);
		addTo(shown, name, value);
	}
	const values: FacetValue[] = [];
	for (const [value, parts] of shown) {
		if (slice.isOver) {
			await slice.next(signal);
		}
		const figures = mergedOf(parts.flatMap(part => part.figures ?? []));
		values.push({value, n: requestsOf(parts), ...(figures && {figures})});
	}
	const rankOf = ({n: requests, figures}: FacetValue): Rank =>
		figures ? rankBy(order, {n: requests, figures}) : {group: 0, weight: requests, n: requests};
	values.sort((a, b) => compareRanks(rankOf(a), rankOf(b)));
	const left = facets.distinct - facets.values.length;
	return {
		...facets,
		values: values.slice(0, n),
		distinct: values.length + left,
		// Values that weren't requested may merge with these.
		estimated: facets.estimated || left > 0,
	};
}

/** Redacts the routes and merges equal results in the same way. Addresses in them are shortened. */
export function redactedRoutes(routes: Routes, redactor: EntryRedactor): Routes {
	const shown = new Map<string, RouteSummary[]>();
	for (const summary of routes.routes) {
		addTo(shown, redactRoute(summary.route, redactor), summary);
	}
	const merged = [...shown].flatMap(([route, parts]): readonly RouteSummary[] => {
		const figures = mergedOf(parts.map(({route: _, n, odd, oddity, ...figures}) => figures));
		const odd = parts.reduce((sum, part) => sum + part.odd, 0);
		const oddity = parts.find(part => part.oddity !== null)?.oddity ?? null;
		return figures ? [{...{route, n: requestsOf(parts)}, ...figures, odd, oddity}] : [];
	});
	return {...routes, routes: merged.sort((a, b) => b.n - a.n)};
}

function addTo<Key, Part>(parts: Map<Key, Part[]>, key: Key, part: Part): void {
	const others = parts.get(key);
	if (others === undefined) {
		parts.set(key, [part]);
	} else {
		others.push(part);
	}
}

function mergedOf([first, ...others]: readonly ValueFigures[]): ValueFigures | undefined {
	return first && mergedFigures([first, ...others]);
}

function requestsOf(parts: readonly {readonly n: number}[]): number {
	return parts.reduce((sum, {n}) => sum + n, 0);
}
