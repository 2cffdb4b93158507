import {join} from 'node:path';
import {userFolder} from './user-folder.js';

/**
 * Where something is, told by the environment. Null when the system has no place for such things.
 * @param home - the home directory, where that isn't what the system says
 */
export type OwnPath = (
	env: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform,
	home?: string,
) => string | null;

/** The folder for what is kept from one run to the next. */
export const stateFolder: OwnPath = (env, platform, home) =>
	userFolder(
		{windows: 'LOCALAPPDATA', xdg: 'XDG_STATE_HOME', inHome: ['.local', 'state']},
		env,
		platform,
		home,
	);

/** A file in that folder. */
export const statePath =
	(name: string): OwnPath =>
	(env, platform, home) => {
		const folder = stateFolder(env, platform, home);
		return folder && join(folder, name);
	};
