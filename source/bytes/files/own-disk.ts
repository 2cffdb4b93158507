import {statfs} from 'node:fs/promises';
import {platform} from 'node:process';

/**
 * File systems whose files are on this machine, by the numbers of statfs(2): ext2 to ext4, XFS, Btrfs, tmpfs, overlayfs
 * (of containers), F2FS, ZFS, bcachefs.
 */
const ownTypes: ReadonlySet<number> = new Set([
	0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0x794c_7630, 0xf2f5_2010, 0x2fc1_2fc1, 0xca45_1a4e,
]);

/** Whether an open file is on a disk of this machine, so that no server is waited for; false where that isn't known. */
export async function isOnOwnDisk(descriptor: number): Promise<boolean> {
	if (platform !== 'linux') {
		return false;
	}

	try {
		const {type} = await statfs(`/proc/self/fd/${descriptor}`);
		return ownTypes.has(type);
	} catch {
		return false;
	}
}
