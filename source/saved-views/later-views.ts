import type {Views} from '../view/saved-views/views.js';

/** The same as `ownViews`; what reads and writes them is loaded when it is first needed: the first rows don't wait for it. */
export const laterViews = (): Views => {
	let loading: Promise<Views> | undefined;
	const loaded = (): Promise<Views> => {
		loading ??= import('./own-views.js').then(({ownViews}) => ownViews());
		return loading;
	};
	return {
		read: async () => (await loaded()).read(),
		save: async (name, view, mayReplace) => (await loaded()).save(name, view, mayReplace),
		forget: async name => (await loaded()).forget(name),
	};
};
