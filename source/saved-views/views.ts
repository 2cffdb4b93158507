import type {ChosenColumn} from '../format/chosen-columns.js';
import {nearest} from '../nearest.js';
import type {Order} from '../query/order.js';

/** Panels that are saved with a view. */
export const viewPanels = ['timeline', 'latency', 'facets', 'routes', 'alerts'] as const;

/** A panel, by the command that opens it. */
export type ViewPanel = (typeof viewPanels)[number];

/** The state of the screen, as saved under a name. */
export type View = {
	/** The search as written, including its period; empty for all requests. */
	readonly query: string;
	/** Null leaves the columns unchanged. */
	readonly columns: readonly ChosenColumn[] | null;
	readonly rows: number | 'fit' | null;
	readonly sort: Order;
	/** The open panel, or null. */
	readonly panel: ViewPanel | null;
	/** True if secrets are redacted. */
	readonly redact: boolean;
};

/** Storage of views. Its methods reject with a `UserError`. */
export type Views = {
	/** Returns all views by name, sorted by the time they were first saved. */
	read(): Promise<ReadonlyMap<string, View>>;
	/** `exists`: a view of that name exists, and `mayReplace` is false. */
	save(name: string, view: View, mayReplace: boolean): Promise<'saved' | 'exists'>;
	/** Resolves with false if no view has that name. */
	forget(name: string): Promise<boolean>;
};

/** Maximum length of a name, in characters. Lists are not wider. */
const maxNameLength = 60;

/** Returns the problem with a name for a view; empty if it is valid. */
export function nameProblem(name: string): string {
	return name === ''
		? 'a view needs a name'
		: name.startsWith('-')
			? 'the name of a view can’t begin with -, as options do'
			: [...name].length > maxNameLength
				? `the name of a view has ${maxNameLength} characters at most`
				: '';
}

/** Maximum number of names in a message. */
const maxNames = 20;

/** Returns the view of a name, or an error message with the existing names. The message isn't sanitised. */
export function viewNamed(
	views: ReadonlyMap<string, View>,
	name: string,
): {readonly view: View} | {readonly problem: string} {
	const view = views.get(name);
	if (view) {
		return {view};
	}
	const names = [...views.keys()];
	if (names.length === 0) {
		return {problem: `there is no view ${name}, and no others: :save NAME saves the current screen`};
	}
	const near = nearest(name, names);
	const meant = near === undefined ? '' : ` Did you mean ${near}?`;
	const more = names.length > maxNames ? ', …' : '';
	return {
		problem: `there is no view ${name}.${meant} There are: ${names.slice(0, maxNames).join(', ')}${more}`,
	};
}

function nowhere(): never {
	throw new Error('views can’t be stored here');
}

/** Used if views aren't stored. */
export const noViews: Views = {
	read: async () => new Map(),
	save: async () => nowhere(),
	forget: async () => nowhere(),
};
