import type {Facets, FacetValue, RouteSummary, Routes} from '../answers/answers.js';
import type {FacetField} from '../query/facet-field.js';
import {redactedFields, shownTexts} from './redact-entry.js';
import {redactUrl} from './redact-url.js';

/** Whether the values of a field may be others when they are shown. */
export const isRedactedField = (field: FacetField): field is FacetField & keyof typeof shownTexts =>
	redactedFields.some(name => name === field);

const slowest = (a: number | null, b: number | null): number | null =>
	a === null || b === null ? (a ?? b) : Math.max(a, b);

/**
 * The values as they are shown: those that are the same then are one. Its p95 is that of the slowest, which no fewer
 * than 95 of 100 keep below.
 */
export const redactedFacets = (facets: Facets, field: FacetField, n: number, isByTime: boolean): Facets => {
	if (!isRedactedField(field)) {
		return facets;
	}
	const shown = new Map<string | null, FacetValue>();
	for (const {value, n, p95} of facets.values) {
		const name = value === null ? null : shownTexts[field](value);
		const same = shown.get(name);
		shown.set(name, {value: name, n: n + (same?.n ?? 0), p95: slowest(p95, same?.p95 ?? null)});
	}
	const values = [...shown.values()];
	if (!isByTime) {
		values.sort((a, b) => b.n - a.n);
	}
	const left = facets.distinct - facets.values.length;
	return {
		...facets,
		values: values.slice(0, n),
		distinct: values.length + left,
		// What wasn't asked for would be one with these, in part.
		estimated: facets.estimated || left > 0,
	};
};

/** The shapes as they are shown: an address in one is shortened. */
export const redactedRoutes = (routes: Routes): Routes => {
	const shown = new Map<string, RouteSummary>();
	for (const summary of routes.routes) {
		const route = redactUrl(summary.route);
		const same = shown.get(route);
		shown.set(route, same ? summed({...summary, route}, same) : {...summary, route});
	}
	return {...routes, routes: [...shown.values()].sort((a, b) => b.n - a.n)};
};

const summed = (a: RouteSummary, b: RouteSummary): RouteSummary => ({
	route: a.route,
	n: a.n + b.n,
	classes: a.classes.map((count, place) => count + (b.classes[place] ?? 0)),
	bytes: a.bytes + b.bytes,
	p95: slowest(a.p95, b.p95),
	odd: a.odd + b.odd,
	oddity: b.oddity ?? a.oddity,
});
