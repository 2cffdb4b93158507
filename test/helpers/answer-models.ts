import type {
	FacetOrder,
	Facets,
	FacetValue,
	Heatmap,
	Histogram,
	Routes,
	ValueFigures,
	Visits,
} from '../../source/answers/answers.js';
import {minSlowRequests, statusClasses} from '../../source/answers/answers.js';
import {binOf} from '../../source/answers/durations/duration-sketches.js';
import type {HistogramRange} from '../../source/answers/histogram.js';
import {agentFamily} from '../../source/fields/agent-family.js';
import type {FacetField} from '../../source/query/facet-field.js';
import {isLogFieldName, nameOfLogField} from '../../source/query/log-field-name.js';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import type {Entry} from '../../source/store/store.js';
import {model16} from './address-model.js';
import {oddityOf} from './oddity-model.js';
import {botOf, isProgram, paramsOf, refererHostOf} from './query-model.js';

const known = new KnownRoutes();

/** Model of `Store.histogram`, with exact quantiles. */
export function histogramOf(
	entries: readonly Entry[],
	from: number,
	to: number,
	step: number,
	withFigures = false,
): Histogram {
	const length = Math.max(1, Math.ceil((to - from) / step));
	const classes = Array.from({length: statusClasses}, () => new Float64Array(length));
	const taken: number[][] = Array.from({length}, () => []);
	const sizes = new Float64Array(length);
	for (const {time, status, durationMs, bytes} of entries) {
		const bucket = time === null ? -1 : Math.floor((time - from) / step);
		if (bucket >= 0 && bucket < length) {
			const counts = classes[classOf(status)] ?? new Float64Array();
			counts[bucket] = (counts[bucket] ?? 0) + 1;
			sizes[bucket] = (sizes[bucket] ?? 0) + (bytes ?? 0);
			if (durationMs !== null) {
				taken[bucket]?.push(durationMs);
			}
		}
	}
	const quantile = (share: number): Float64Array =>
		Float64Array.from(taken, durations => quantileOf(durations, share) ?? Number.NaN);
	const durations = taken.some(({length: n}) => n > 0)
		? {p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99)}
		: null;
	const max = Float64Array.from(taken, durations =>
		durations.length === 0 ? Number.NaN : Math.max(...durations),
	);
	const figures = {bytes: sizes, max};
	return {from, step, classes, durations, ...(withFigures && {figures}), partial: false};
}

/** Model of `Store.heatmap`. */
export function heatmapOf(
	entries: readonly Entry[],
	{from, to, step}: HistogramRange,
	bounds: readonly number[],
): Heatmap {
	const length = Math.max(1, Math.ceil((to - from) / step));
	const counts = new Float64Array((bounds.length + 1) * length);
	for (const {time, durationMs} of entries) {
		const interval = time === null ? -1 : Math.floor((time - from) / step);
		if (durationMs !== null && interval >= 0 && interval < length) {
			const cell = bounds.filter(bound => durationMs >= bound).length * length + interval;
			counts[cell] = (counts[cell] ?? 0) + 1;
		}
	}
	return {from, step, bounds, counts, partial: false};
}

/** Model of `Store.visits`, always exact. */
export function visitsOf(entries: readonly Entry[]): Visits {
	const byClient = new Map<string, number[]>();
	for (const {ip, userAgent, time} of entries) {
		if (time !== null) {
			const client = JSON.stringify([ip, userAgent]);
			byClient.set(client, [...(byClient.get(client) ?? []), time]);
		}
	}
	const all = [...byClient.values()].map(times => times.sort((a, b) => a - b));
	return {
		n: all.flat().length,
		clients: all.length,
		visits: all.reduce(
			(sum, times) =>
				sum +
				times.filter((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= 1_800_000).length,
			0,
		),
		isExact: true,
		partial: false,
	};
}

/** Returns the index of a status in the status classes. */
function classOf(status: number | null): number {
	const first = Math.floor((status ?? 0) / 100);
	return first >= 1 && first < statusClasses ? first : 0;
}

/** Returns the smallest of the numbers such that at least `share` of them don't exceed it. Null for an empty list. */
export function quantileOf(numbers: readonly number[], share: number): number | null {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

function durationsOf(entries: readonly Entry[]): readonly number[] {
	return entries.map(({durationMs}) => durationMs).filter(duration => duration !== null);
}

/** Model of `Store.facets`, with an exact 95th percentile. */
export function facetsOf(
	entries: readonly Entry[],
	field: FacetField,
	n: number,
	containing: string,
	order: FacetOrder = 'n',
	withFigures = false,
	withDurations = false,
): Facets {
	const byValue = new Map<string | null, Entry[]>();
	for (const entry of entries) {
		for (const value of facetValuesOf(entry, field)) {
			const others = byValue.get(value) ?? [];
			others.push(entry);
			byValue.set(value, others);
		}
	}
	const p95Of = ({value}: FacetValue): number | null =>
		quantileOf(durationsOf(byValue.get(value) ?? []), 0.95);
	const slowness = (value: FacetValue): number =>
		p95Of(value) === null ? -2 : value.n < minSlowRequests ? -1 : 0;
	const sum = (of: (figures: ValueFigures) => number) => {
		const size = ({value}: FacetValue): number => of(figuresOf(byValue.get(value) ?? []));
		return (a: FacetValue, b: FacetValue): number => size(b) - size(a);
	};
	const orders: Readonly<Record<FacetOrder, (a: FacetValue, b: FacetValue) => number>> = {
		n: () => 0,
		clientErrors: sum(({classes}) => classes[4] ?? 0),
		errors: sum(({classes}) => classes[5] ?? 0),
		bytes: sum(({bytes}) => bytes),
		time: sum(({total}) => total ?? 0),
		max: sum(({max}) => max ?? 0),
		p95: (a, b) => slowness(b) - slowness(a) || (p95Of(b) ?? 0) - (p95Of(a) ?? 0),
	};
	const values = [...byValue]
		.map(
			([value, of]): FacetValue => ({
				...{value, n: of.length},
				...(withFigures && {figures: figuresOf(of, withDurations)}),
			}),
		)
		.filter(({value}) => containing === '' || value?.toLowerCase().includes(containing.toLowerCase()))
		.sort((a, b) => b.n - a.n || compare(a.value ?? '', b.value ?? ''))
		.sort(orders[order]);
	return {
		values: values.slice(0, n),
		total: entries.length,
		distinct: byValue.size,
		estimated: false,
		partial: false,
	};
}

/** Returns the values of an entry: several parameters, or one. */
function facetValuesOf(entry: Entry, field: FacetField): ReadonlyArray<string | null> {
	if (field !== 'param') {
		return [facetValue(entry, field)];
	}
	const parameters = [...new Set(paramsOf(entry.url).filter(({length}) => length <= 255))].slice(0, 8);
	return parameters.length === 0 ? [null] : parameters;
}

function facetValue(entry: Entry, field: Exclude<FacetField, 'param'>): string | null {
	switch (field) {
		case 'status':
			return entry.status === null ? null : String(entry.status);
		case 'route':
			return entry.url === null ? null : known.of(entry.url).route;
		case 'family':
			return agentFamily(entry.userAgent);
		case 'bot':
			return botOf(entry.userAgent);
		case 'refererHost':
			return refererHostOf(entry.referer);
		case 'network':
			return entry.ip === null ? null : networkOf(entry.ip);
		case 'client':
			return entry.userAgent === null ? null : isProgram(entry.userAgent) ? 'bot' : 'person';
		default:
			return isLogFieldName(field) ? (entry.fields[nameOfLogField(field)] ?? null) : entry[field];
	}
}

/** Returns the network of an address: /24, or /48 of IPv6. */
function networkOf(ip: string): string | null {
	const bytes = model16(ip);
	if (bytes === null) {
		return null;
	}
	const isIPv4 = bytes.slice(0, 12).join(',') === '0,0,0,0,0,0,0,0,0,0,255,255';
	const groups = [0, 2, 4].map(at => ((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)).toString(16));
	return isIPv4
		? `${bytes.slice(12, 15).join('.')}.0/24`
		: `${groups.join(':').replace(/(?:(?:^|:)0)+$/, '')}::/48`;
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** Model of the figures of a value, with exact percentiles. */
export function figuresOf(entries: readonly Entry[], withDurations = false): ValueFigures {
	const classes = new Float64Array(statusClasses);
	const byStatus = new Map<number, number>();
	for (const {status} of entries) {
		classes[classOf(status)] = (classes[classOf(status)] ?? 0) + 1;
		if (status !== null) {
			byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
		}
	}
	const [common] = [...byStatus].sort(([a, n], [b, m]) => m - n || a - b);
	const durations = durationsOf(entries);
	return {
		classes,
		status: common?.[0] ?? null,
		bytes: entries.reduce((sum, {bytes}) => sum + (bytes ?? 0), 0),
		p50: quantileOf(durations, 0.5),
		p95: quantileOf(durations, 0.95),
		max: durations.length === 0 ? null : Math.max(...durations),
		total: durations.length === 0 ? null : durations.reduce((sum, duration) => sum + duration, 0),
		...(withDurations && {
			durations: visit => {
				for (const duration of durations) {
					visit(binOf(duration), 1);
				}
			},
		}),
	};
}

/** Model of `Store.routes`, with an exact 95th percentile. */
export function routesOf(entries: readonly Entry[], n: number, withDurations = false): Routes {
	const byRoute = new Map<string, Entry[]>();
	for (const entry of entries) {
		const route = entry.url === null ? null : known.of(entry.url).route;
		if (route !== null) {
			byRoute.set(route, [...(byRoute.get(route) ?? []), entry]);
		}
	}
	const routes = [...byRoute]
		.map(([route, of]) => ({route, n: of.length, ...figuresOf(of, withDurations), ...oddOf(of)}))
		.sort((a, b) => b.n - a.n || compare(a.route, b.route));
	return {routes: routes.slice(0, n), total: entries.length, partial: false};
}

function oddOf(entries: readonly Entry[]): {readonly odd: number; readonly oddity: string | null} {
	const counts = new Map<string, number>();
	for (const {url, status} of entries) {
		const oddity = oddityOf(known.of(url ?? '').expects, url ?? '', status);
		if (oddity !== null) {
			counts.set(oddity, (counts.get(oddity) ?? 0) + 1);
		}
	}
	const [most] = [...counts].sort(([a, n], [b, m]) => m - n || compare(a, b));
	return {odd: [...counts.values()].reduce((sum, n) => sum + n, 0), oddity: most?.[0] ?? null};
}
