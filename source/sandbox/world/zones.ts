/** Time zones of leads, their area codes, and calling hours. */
import {day, hour, offsetAt, utcOf, weekdayOf, type Zoned} from './time.ts';

/** In the order of `zones`. */
const codesOfZones: readonly string[] = [
	`201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276 283 301 302 304 305 313
	315 317 321 324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413 419 423 434 436 440 443
	445 463 465 470 472 475 478 484 502 508 513 516 517 518 540 551 561 567 570 571 574 582 585 586 603 606 607 609
	610 614 616 617 624 631 640 645 646 656 667 678 679 680 681 686 689 703 704 706 716 717 718 724 727 728 729 732
	734 740 743 754 757 762 765 770 771 772 774 781 786 802 803 804 810 812 813 814 821 826 828 835 838 839 843 845
	848 854 856 857 859 860 862 863 864 865 878 904 906 908 910 912 914 917 919 929 930 934 937 941 943 947 948 954
	959 973 978 980 984 989`,
	`205 210 214 217 218 219 224 225 228 235 251 254 256 262 270 274 281 308 309 312 314 316 318 319 320 325 327 331
	334 337 346 353 361 364 402 405 409 414 417 430 432 447 448 457 464 469 471 479 483 501 504 507 512 515 531 534
	539 557 563 572 573 580 601 605 608 612 615 618 620 621 629 630 636 641 651 659 660 662 682 701 708 712 713 715
	726 730 731 737 763 769 773 779 785 806 815 816 817 830 832 847 850 861 870 872 901 903 913 918 920 924 931 936
	938 940 945 952 956 972 975 979 985`,
	'208 303 307 385 406 435 505 575 719 720 748 801 915 970 983 986',
	`206 209 213 253 279 310 323 341 350 357 360 369 408 415 424 425 442 458 503 509 510 530 541 559 562 564 619 626
	628 650 657 661 669 702 707 714 725 738 747 760 775 805 818 820 831 837 840 858 909 916 925 949 951 971`,
	'907',
	'808',
	'340 787 939',
	'480 520 602 623 928',
];

const zoneOfCode: ReadonlyMap<string, number> = new Map(
	codesOfZones.flatMap((codes, zone) => codes.split(/\s+/).map((code): [string, number] => [code, zone])),
);

/** The zone of an area code; undefined if the code is not in service. */
export const zoneOfAreaCode = (code: string): number | undefined => zoneOfCode.get(code);

/** `utc` is the offset of its standard time in hours; daylight saving time is that of `timeZone`, if it has one. */
export type Zone = {name: string; utc: number; timeZone?: string};

const homeZones: readonly Zone[] = [
	{name: 'Eastern', utc: -5, timeZone: 'America/New_York'},
	{name: 'Central', utc: -6, timeZone: 'America/Chicago'},
	{name: 'Mountain', utc: -7, timeZone: 'America/Denver'},
	{name: 'Pacific', utc: -8, timeZone: 'America/Los_Angeles'},
	{name: 'Alaska', utc: -9, timeZone: 'America/Anchorage'},
	{name: 'Hawaii', utc: -10, timeZone: 'Pacific/Honolulu'},
	{name: 'Atlantic', utc: -4, timeZone: 'America/Puerto_Rico'},
	{name: 'Arizona', utc: -7, timeZone: 'America/Phoenix'},
];

/** Quarters of an hour from the westernmost clocks of the earth to the easternmost. */
const offsets = Array.from({length: 105}, (_, index) => index / 4 - 12);

/** The zones of leads: those of the US, then every other offset. Stored worlds refer to them by index: only add to the end. */
export const zones: readonly Zone[] = [
	...homeZones,
	...offsets
		.filter(offset => !homeZones.some(({utc}) => utc === offset))
		.map(utc => ({name: `UTC${utc < 0 ? '' : '+'}${utc.toFixed(2)}`, utc})),
];

/** The zones of the US. */
export const zoneNumbers: readonly number[] = homeZones.map((_, zone) => zone);

export const allZoneNumbers: readonly number[] = zones.map((_, zone) => zone);

const quarter = hour / 4;

/** Days and times of day in every zone, cached for the current quarter of an hour of UTC: no clock is set within one. */
const local = {quarter: Number.NaN, timeOfDay: zones.map(() => 0), weekday: zones.map(() => 0)};

const lookAtClocks = (world: Zoned, time: number): typeof local => {
	const now = Math.floor(utcOf(world, time) / quarter);
	if (local.quarter !== now) {
		local.quarter = now;
		zones.forEach(({timeZone, utc}, zone) => {
			const wall = now * quarter + (timeZone ? offsetAt(timeZone, now * quarter) : utc * hour);
			const number = Math.floor(wall / day);
			local.timeOfDay[zone] = wall - number * day;
			local.weekday[zone] = weekdayOf(number);
		});
	}
	return local;
};

/** The hour of the day, 0 to 23, in a zone. */
export const localHour = (world: Zoned, time: number, zone: number): number =>
	Math.floor((lookAtClocks(world, time).timeOfDay[zone] ?? 0) / hour);

/** The weekday in a zone, from Sunday, 0, to Saturday, 6. */
export const localWeekday = (world: Zoned, time: number, zone: number): number =>
	lookAtClocks(world, time).weekday[zone] ?? 0;

/**
 * The zone with an offset of standard time such as `-6.00`: that of the number if it has it. Undefined if no clock on earth
 * has it, or none in quarters of an hour.
 */
export const zoneOfOffset = (offset: number, phone = ''): number | undefined => {
	const own = zoneOfAreaCode(phone.slice(0, 3));
	if (own !== undefined && zones[own]?.utc === offset) {
		return own;
	}
	const index = zones.findIndex(({utc}) => utc === offset);
	return index === -1 ? undefined : index;
};

/** The offset of a zone's standard time, such as `-6.00`. */
export const offsetText = (zone: number): string => (zones[zone]?.utc ?? -5).toFixed(2);

const seededCodes =
	`201 202 203 212 215 216 239 240 248 267 301 302 304 305 313 315 321 330 336 339 352 386 401 404 407 410 412 413
	423 434 440 443 470 478 484 508 513 516 518 540 561 570 585 586 603 607 609 610 614 617 631 646 678 703 704 716
	717 718 724 727 732 740 754 757 770 772 781 786 802 803 804 810 813 814 828 843 845 856 859 860 863 904 908 910
	205 210 214 217 218 224 225 251 254 262 281 309 312 314 316 318 319 320 334 337 361 402 405 409 414 417 430 432
	469 479 501 504 507 512 515 563 573 580 601 608 612 615 618 630 651 662 682 708 713 763 773 815 816 817 832 847
	303 307 385 406 435 480 505 520 575 602 623 719 720 801 928 970 206 209 213 253 310 323 360 408 415 425 503 509
	510 530 541 559 562 619 626 650 661 702 707 714 760 775 805 818 907 808`.split(/\s+/);

/** Area codes of seeded leads with their zones. The order determines the leads' numbers: never change it. */
export const areaCodes: readonly {code: string; zone: number}[] = seededCodes.map(code => ({
	code,
	zone: zoneOfAreaCode(code) ?? 0,
}));

/** The zone of a ten-digit number by its area code; Eastern if the code is not in service. */
export const zoneOfNumber = (phone: string): number => zoneOfAreaCode(phone.slice(0, 3)) ?? 0;

/** Calling hours: `from` and `to` are milliseconds since midnight in the lead's zone, on quarters of an hour. */
export type Schedule = {id: string; label: string; from: number; to: number; notOnSundays?: true};

/** The schedules that `local_call_time` may name (ours). */
export const schedules: readonly Schedule[] = [
	{id: '9am-9pm', label: '9 am to 9 pm', from: 9 * hour, to: 21 * hour},
	{id: '8am-9pm', label: '8 am to 9 pm', from: 8 * hour, to: 21 * hour},
	{id: '9am-5pm', label: '9 am to 5 pm', from: 9 * hour, to: 17 * hour},
	{id: '24hours', label: 'any hour', from: 0, to: day},
	{id: '9am-9pm-mon-sat', label: '9 am to 9 pm, not on Sundays', from: 9 * hour, to: 21 * hour, notOnSundays: true},
	{id: '9am-5pm-mon-sat', label: '9 am to 5 pm, not on Sundays', from: 9 * hour, to: 17 * hour, notOnSundays: true},
];

const scheduleById = new Map(schedules.map(schedule => [schedule.id, schedule]));

/** Whether leads of a zone may be called at `time`. An unknown schedule allows no calls. */
export const withinHours = (world: Zoned, scheduleId: string, time: number, zone: number): boolean => {
	const schedule = scheduleById.get(scheduleId);
	const {timeOfDay, weekday} = lookAtClocks(world, time);
	const now = timeOfDay[zone] ?? 0;
	return (
		schedule !== undefined &&
		now >= schedule.from &&
		now < schedule.to &&
		!(schedule.notOnSundays && weekday[zone] === 0)
	);
};
