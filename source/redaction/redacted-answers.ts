import {
	amountOf,
	type FacetOrder,
	type Facets,
	type FacetValue,
	type RouteSummary,
	type Routes,
	type StatusClasses,
	type ValueFigures,
} from '../answers/answers.js';
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
	// A program names itself: its name is a part of its user agent.
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
	const key = fieldOf(field);
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
	// A placeholder within a name or a key must not end it. Each is replaced by as many characters of what it stands for.
	const named = readable
		.replaceAll('{id}', '0000')
		.replaceAll('{hash}', '0a0b0c')
		.replaceAll('{', '[')
		.replaceAll('}', ']');
	return withoutHidden(readable, texts.hiddenIn(named, 'url'));
}

function slowest(a: number | null, b: number | null): number | null {
	return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/**
 * Redacts the values and merges equal results. A percentile of a merged value is the highest one of its parts: at least that
 * share of the requests is below it.
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
	const shown = new Map<string | null, FacetValue>();
	const slice = new Slice();
	for (const {value, n, p95, figures} of facets.values) {
		if (slice.isOver) {
			await slice.next(signal);
		}
		const name = value === null ? null : shownAs(value);
		const same = shown.get(name);
		const merged = {value: name, n: n + (same?.n ?? 0), p95: slowest(p95, same?.p95 ?? null)};
		shown.set(
			name,
			figures ? {...merged, figures: same?.figures ? summed(figures, same.figures) : figures} : merged,
		);
	}
	const values = [...shown.values()];
	// A merged value is as slow as its slowest part.
	if (order !== 'p95') {
		const weightOf = ({n: requests, figures}: FacetValue): number =>
			figures === undefined ? requests : amountOf({n: requests, figures}, order);
		values.sort((a, b) => weightOf(b) - weightOf(a) || b.n - a.n);
	}
	const left = facets.distinct - facets.values.length;
	return {
		...facets,
		values: values.slice(0, n),
		distinct: values.length + left,
		// Values that weren't requested may merge with these.
		estimated: facets.estimated || left > 0,
	};
}

/** Redacts the routes. Addresses in them are shortened. */
export function redactedRoutes(routes: Routes, redactor: EntryRedactor): Routes {
	const shown = new Map<string, RouteSummary>();
	for (const summary of routes.routes) {
		const route = redactRoute(summary.route, redactor);
		const same = shown.get(route);
		shown.set(route, same ? merged({...summary, route}, same) : {...summary, route});
	}
	return {...routes, routes: [...shown.values()].sort((a, b) => b.n - a.n)};
}

function merged(a: RouteSummary, b: RouteSummary): RouteSummary {
	return {route: a.route, n: a.n + b.n, ...summed(a, b), odd: a.odd + b.odd, oddity: b.oddity ?? a.oddity};
}

/** Returns the figures of both together. The status is the one of the part with more requests. */
function summed(a: ValueFigures, b: ValueFigures): ValueFigures {
	return {
		classes: a.classes.map((count, index) => count + (b.classes[index] ?? 0)),
		status: sumOf(a.classes) > sumOf(b.classes) ? a.status : (b.status ?? a.status),
		bytes: a.bytes + b.bytes,
		p50: slowest(a.p50, b.p50),
		p95: slowest(a.p95, b.p95),
		max: slowest(a.max, b.max),
		total: a.total === null && b.total === null ? null : (a.total ?? 0) + (b.total ?? 0),
	};
}

function sumOf(counts: StatusClasses): number {
	return counts.reduce((sum, n) => sum + n, 0);
}
