/** Null for what the SDK could not determine. */
export type Machine = {
	readonly platform: 'Windows' | 'macOS' | 'Linux';
	readonly formFactor: string | null;
	readonly cpuType: string | null;
	readonly cpuCores: number | null;
	/** In MB. */
	readonly ram: number | null;
	readonly osWordLength: string;
	readonly gpu: number;
	readonly weight: number;
};

type Row = readonly [
	formFactor: string | null,
	cpuType: string | null,
	cpuCores: number | null,
	ram: number | null,
	gpu: number,
	weight: number,
];
const machinesOf = (platform: Machine['platform'], rows: readonly Row[], osWordLength = '64-bit'): readonly Machine[] =>
	rows.map(([formFactor, cpuType, cpuCores, ram, gpu, weight]) => ({
		platform,
		formFactor,
		cpuType,
		cpuCores,
		ram,
		osWordLength,
		gpu,
		weight,
	}));

export type Gpu = {readonly vendor: string | null; readonly model: string | null};

/** Machines refer to graphics cards by index. */
export const gpus: readonly Gpu[] = [
	{vendor: 'Intel', model: 'UHD Graphics 620'},
	{vendor: 'Intel', model: 'Iris Xe Graphics'},
	{vendor: 'NVIDIA', model: 'GeForce GTX 1650'},
	{vendor: 'NVIDIA', model: 'GeForce RTX 3060'},
	{vendor: 'NVIDIA', model: 'RTX A2000'},
	{vendor: 'AMD', model: 'Radeon RX 6600'},
	{vendor: 'AMD', model: 'Radeon Graphics'},
	{vendor: 'Apple', model: 'Apple M1'},
	{vendor: 'Apple', model: 'Apple M3 Pro'},
	{vendor: 'Intel', model: null},
	{vendor: null, model: null},
];

export const machines: readonly Machine[] = [
	...machinesOf('Windows', [
		['laptop', 'Intel Core i5-8250U', 4, 8192, 0, 120],
		['laptop', 'Intel Core i7-1165G7', 4, 16384, 1, 110],
		['laptop', 'Intel(R) Core(TM) Ultra 7 155H', 16, 32768, 1, 40],
		['laptop', 'AMD Ryzen 7 5800H', 8, 16384, 6, 50],
		['desktop', 'Intel Core i5-9400F', 6, 8192, 2, 70],
		['desktop', 'Intel Core i7-12700K', 12, 32768, 3, 60],
		['desktop', 'AMD Ryzen 5 5600X', 6, 16384, 5, 60],
		['desktop', 'AMD Ryzen 9 7950X', 16, 65536, 3, 20],
		['tablet', 'Intel Core m3-7Y30', 2, 4096, 0, 20],
		['server', 'Intel Xeon Gold 6226R', 16, 131072, 10, 12],
		['workstation', 'Intel Xeon W-2245', 8, 65536, 4, 14],
		['laptop', null, 4, 8192, 9, 8],
		[null, 'Intel Core i5-8250U', null, 8192, 10, 8],
		['desktop', 'Intel Core i3-10100', 4, null, 0, 6],
	]),
	...machinesOf('Windows', [['laptop', 'Intel Core2 Duo T7500', 2, 3072, 10, 14]], '32-bit'),
	...machinesOf('macOS', [
		['laptop', 'Apple M1', 8, 8192, 7, 40],
		['laptop', 'Apple M1', 8, 16384, 7, 30],
		['laptop', 'Apple M3 Pro', 11, 18432, 8, 30],
		['desktop', 'Intel Core i5-8500B', 6, 16384, 1, 12],
	]),
	...machinesOf('Linux', [
		['desktop', 'AMD Ryzen 7 3700X', 8, 32768, 5, 20],
		['laptop', 'Intel Core i7-8565U', 4, 16384, 0, 16],
		['server', 'AMD EPYC 7302', 16, 65536, 10, 10],
		[null, null, null, null, 10, 3],
	]),
];

export type Screen = {
	readonly width: number | null;
	readonly height: number | null;
	readonly ppi: number | null;
	readonly displays: number;
	readonly weight: number;
};

export const screens: readonly Screen[] = [
	{width: 1920, height: 1080, ppi: 96, displays: 1, weight: 300},
	{width: 1920, height: 1080, ppi: 141.2, displays: 2, weight: 130},
	{width: 2560, height: 1440, ppi: 108.8, displays: 1, weight: 90},
	{width: 2560, height: 1440, ppi: 108.8, displays: 2, weight: 60},
	{width: 3840, height: 2160, ppi: 163.2, displays: 1, weight: 50},
	{width: 3840, height: 2160, ppi: 163.2, displays: 3, weight: 12},
	{width: 1366, height: 768, ppi: 111.9, displays: 1, weight: 80},
	{width: 2880, height: 1800, ppi: 220.5, displays: 1, weight: 50},
	{width: 1280, height: 1024, ppi: null, displays: 1, weight: 14},
	{width: 1080, height: 1920, ppi: 96, displays: 4, weight: 4},
	{width: null, height: null, ppi: null, displays: 1, weight: 10},
];

/** Version, vendor, runtime, graphics, VM version, VM name, and VM RAM in MB. */
export const javas: readonly (readonly [string, string, string | null, string | null, string, string, number])[] = [
	[
		'1.8.0_202',
		'Oracle Corporation',
		'C:\\Java\\jre8',
		'Direct3D',
		'25.202-b08',
		'Java HotSpot(TM) 64-Bit Server VM',
		1820.5,
	],
	['11.0.22', 'Eclipse Adoptium', '/opt/java/11', 'OpenGL', '11.0.22+7', 'OpenJDK 64-Bit Server VM', 3986],
	['17.0.10', 'Eclipse Adoptium', '/opt/java/17', 'OpenGL', '17.0.10+7', 'OpenJDK 64-Bit Server VM', 4096],
	['21.0.2', 'Azul Systems, Inc.', null, 'Metal', '21.0.2+13-LTS', 'OpenJDK 64-Bit Server VM', 8192.25],
	['17.0.9', 'Amazon.com Inc.', '/usr/lib/jvm', null, '17.0.9+8-LTS', 'OpenJDK 64-Bit Server VM', 2048],
];

/** Joined as the service joins them. */
export const dotNets: readonly string[] = ['4.8', '4.8;6.0.25', '4.8;8.0.1', '4.7.2', '3.5;4.8'];
export const noDotNet = 'none';

export const virtualMachines: readonly string[] = ['VMware', 'VirtualBox', 'Hyper-V', 'Parallels'];
