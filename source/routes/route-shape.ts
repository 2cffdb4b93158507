import {isDigit} from '../ascii.js';
import type {Shape, ShapePart} from '../wasm/shape-table.js';
import {parameterKind} from './parameter-kind.js';
import {type Expected, maxRouteLength, type Route, RouteError} from './route.js';

/** Notation for the shape of a route. */
export type RouteTemplate = {
	/**
	 * The path with parameters in braces, followed by `?` and the integer parameters of the query:
	 * `/{language}/{category_slug}/?p=<int>`. See `parameterKind` for the names of path parameters.
	 */
	readonly template: string;
	/** Expected status. If missing, any status except 404 and 410, which mean that nothing exists at the URL. */
	readonly status?: number;
};

/** A shape that paths can be matched against. */
export class RouteShape implements Shape {
	readonly route: Route;
	readonly parts: readonly ShapePart[];
	readonly integers: readonly string[];

	/** @throws RouteError */
	constructor({template, status}: RouteTemplate) {
		const question = template.indexOf('?');
		const path = question === -1 ? template : template.slice(0, question);
		this.parts = partsOf(path, template);
		if (status !== undefined && !(Number.isInteger(status) && status >= 100 && status <= 599)) {
			throw new RouteError(`${template}: a status is a number from 100 to 599, not ${status}`);
		}
		this.integers = question === -1 ? [] : integersOf(template.slice(question + 1), template);
		const expects: Expected = {status: status ?? 'found', integerParameters: this.integers};
		this.route = {route: path, expects};
	}

	/** Number of slashes in its paths. */
	get slashes(): number {
		return this.parts.length;
	}

	/**
	 * Checks whether a path has this shape. The path must begin with a slash and have `slashes` slashes. `ends[0]` is the end of
	 * the part after the first slash, and so on.
	 */
	matches(url: string, ends: Int32Array): boolean {
		let start = 1;
		for (const [index, part] of this.parts.entries()) {
			const end = ends[index] ?? 0;
			if (!isPart(part, url, start, end)) {
				return false;
			}
			start = end + 1;
		}
		return true;
	}
}

function isPart({before, kind, behind}: ShapePart, url: string, start: number, end: number): boolean {
	const from = start + before.length;
	const to = end - behind.length;
	if (kind === null) {
		return from === end && url.startsWith(before, start);
	}
	const length = to - from;
	if (length < kind.min || length > kind.max) {
		return false;
	}
	if (!url.startsWith(before, start) || !url.startsWith(behind, to)) {
		return false;
	}
	let isNumber = true;
	for (let index = from; index < to; index++) {
		const unit = url.charCodeAt(index);
		if (!kind.allows(unit)) {
			return false;
		}
		isNumber = isNumber && isDigit(unit);
	}
	return kind.mayBeNumber || !isNumber;
}

function partsOf(path: string, template: string): readonly ShapePart[] {
	if (!path.startsWith('/')) {
		throw new RouteError(`${template}: a route begins with a slash`);
	}
	if (path.length > maxRouteLength) {
		throw new RouteError(`${template.slice(0, 40)}…: a route has no more than ${maxRouteLength} characters`);
	}
	if (/[\s#]/.test(path)) {
		throw new RouteError(`${template}: a path has neither spaces nor a #`);
	}
	return path
		.slice(1)
		.split('/')
		.map(text => partOf(text, template));
}

function partOf(text: string, template: string): ShapePart {
	const match = /^([^{}]*)(?:\{([^{}]*)\}([^{}]*))?$/.exec(text);
	if (match === null) {
		throw new RouteError(
			/^(?:[^{}]*\{[^{}]*\})+[^{}]*$/.test(text)
				? `${template}: ${text} has more than one parameter; put a slash between them`
				: `${template}: ${text} has an unmatched brace`,
		);
	}
	const [, before = '', name, behind = ''] = match;
	if (name !== undefined && !/^[A-Za-z]\w*$/.test(name)) {
		throw new RouteError(
			`${template}: {${name}} is not a parameter; its name must have letters, digits and _ only, such as {article_id}`,
		);
	}
	return {before, kind: name === undefined ? null : parameterKind(name), behind};
}

function integersOf(query: string, template: string): readonly string[] {
	return query.split('&').map(parameter => {
		const name = /^([^=&#\s<>]+)=<int>$/.exec(parameter)?.[1];
		if (name === undefined) {
			throw new RouteError(
				`${template}: only integers may follow the ?, as in ?p=<int>&c=<int>, not ${parameter || 'nothing'}`,
			);
		}
		return name;
	});
}
