import {dirname, join} from 'node:path';
import {configPath} from '../config/settings.js';
import type {UserPath} from '../user-files/user-folder.js';
import type {Views} from './views.js';
import {viewsFile} from './views-file.js';

/**
 * Path of the views file: next to the default config file, which belongs to the user and is never written. Null if the system has
 * no directory for it.
 */
export const viewsPath: UserPath = (env, platform, home) => {
	const config = configPath(env, platform, home);
	return config && join(dirname(config), 'views.jsonc');
};

/** The views of the current user. */
export function userViews(): Views {
	return viewsFile(viewsPath(process.env, process.platform));
}

/** The same as `userViews`, but loads the code on first use: it doesn't delay the first rows. */
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
