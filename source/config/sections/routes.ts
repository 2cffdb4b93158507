import type {Node} from 'jsonc-parser';
import {RouteError} from '../../routes/route.js';
import {RouteShape, type RouteTemplate} from '../../routes/route-shape.js';
import type {Section} from '../../user-files/section.js';

const example = '"/shop/{product_id}"';

/** Parses the section `routes`: shapes of URLs. The first matching shape is used. */
export function readRoutes(node: Node, section: Section): readonly RouteTemplate[] {
	if (node.type !== 'array') {
		section.wrongType(node, 'routes', `a list in brackets, such as [${example}]`);
		return [];
	}
	const known = new Set<string>();
	return (node.children ?? []).flatMap((child, index) => {
		const template = templateIn(child, section);
		if (template === undefined) {
			return [];
		}
		const shape = section.attempt(
			child,
			() => new RouteShape(template),
			error => (error instanceof RouteError ? `routes: ${error.message}` : undefined),
		);
		if (shape === undefined) {
			return [];
		}
		const {route} = shape.route;
		if (known.has(route)) {
			section.mistake(child, `routes has ${route} twice: the first counts, remove the other`);
			return [];
		}
		known.add(route);
		section.noteOffset(`routes.${index}`, child);
		return [template];
	});
}

/** Parses a shape, optionally with its expected status. */
function templateIn(node: Node, section: Section): RouteTemplate | undefined {
	if (node.type !== 'object') {
		const template = section.text(node, 'a route', `${example}, or {"path": ${example}, "status": 301}`);
		return template === undefined ? undefined : {template};
	}
	let template: string | undefined;
	let status: number | undefined;
	let isNamed = false;
	for (const entry of section.entries(node, 'a route', `{"path": ${example}, "status": 301}`)) {
		const name = section.known(entry, 'part of a route', ['path', 'status'] as const);
		const value: unknown = entry.value.value;
		if (name === 'path') {
			isNamed = true;
			template = section.text(entry.value, 'path', example);
		} else if (name === 'status' && typeof value === 'number') {
			status = value;
		} else if (name === 'status') {
			section.wrongType(entry.value, 'status', 'a number such as 301, without quotes');
		}
	}
	if (!isNamed) {
		section.mistake(node, `a route has no path: write {"path": ${example}, "status": 301}`);
	}
	return template === undefined ? undefined : {template, ...(status === undefined ? {} : {status})};
}
