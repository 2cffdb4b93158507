import {dirname, join} from 'node:path';
import {configPath} from '../config/settings.js';
import type {UserPath} from '../user-files/user-folder.js';
import type {Views} from './views.js';
import {viewsFile} from './views-file.js';

/**
 * The file of views: beside the usual config file, which is the user's own and never written. Null where the system has no
 * place for such files.
 */
export const viewsPath: UserPath = (env, platform, home) => {
	const config = configPath(env, platform, home);
	return config && join(dirname(config), 'views.jsonc');
};

/** The views of the user who has started the program. */
export function userViews(): Views {
	return viewsFile(viewsPath(process.env, process.platform));
}

/** The same as `userViews`; what reads and writes them is loaded when it is first needed: the first rows don't wait for it. */
export function laterViews(): Views {
	let loading: Promise<Views> | undefined;
	const loaded = (): Promise<Views> => {
		loading ??= import('./user-views.js').then(({userViews}) => userViews());
		return loading;
	};
	return {
		read: async () => (await loaded()).read(),
		save: async (name, view, mayReplace) => (await loaded()).save(name, view, mayReplace),
		forget: async name => (await loaded()).forget(name),
	};
}
