import type { FamilyPicture } from '../../fixtures/photographs/family-pictures.ts';

/** A photograph with its day and its line. */
export interface AlbumPicture extends FamilyPicture {
  /** `2026-04-12`; no two are of one day. */
  readonly day: string;
  readonly line: string;
}

/** A quarter of the year. */
export interface Chapter {
  readonly title: string;
  readonly months: string;
  readonly place: string;
  readonly story: string;
  readonly pictures: readonly AlbumPicture[];
}

const SEASONS = [
  {
    title: '봄, 다시 모인 날',
    months: '2026. 3. – 5.',
    firstMonth: 3,
    place: '경주',
    story:
      '겨우내 미루던 약속을 봄이 되어서야 지켰다. 기차에서 내리자마자 누가 먼저랄 것도 없이 웃었고, 저녁상은 새벽까지 치우지 못했다.\n다음 날은 느지막이 일어나 벚꽃 아래를 걸었다. 사진마다 누군가는 눈을 감고 있지만, 그래서 더 자주 들여다보게 된다.',
  },
  {
    title: '여름, 바다 곁에서',
    months: '2026. 6. – 8.',
    firstMonth: 6,
    place: '제주',
    story:
      '해가 질 때까지 바닷가에 앉아 있었다. 이야기는 자꾸 어린 시절로 돌아갔고, 그때마다 기억이 조금씩 달랐다.\n누구의 기억이 맞는지는 끝내 알 수 없었다. 대신 올해의 여름만큼은 이렇게 사진으로 남겨 두기로 했다.',
  },
  {
    title: '가을, 오래 걷던 길',
    months: '2026. 9. – 11.',
    firstMonth: 9,
    place: '강릉',
    story:
      '길가의 은행나무가 하루가 다르게 물들었다. 걷다가 멈추고, 멈추면 찍었다. 목적지는 아무래도 좋았다.\n돌아오는 차 안에서는 모두 잠이 들었다. 운전하던 사람만 그 조용한 한 시간을 기억한다.',
  },
  {
    title: '겨울, 불을 켜 둔 저녁',
    months: '2026. 12. – 2027. 2.',
    firstMonth: 12,
    place: '평창',
    story:
      '눈이 온다는 말에 아무도 집에 가려 하지 않았다. 거실에 이불을 펴고 오래된 노래를 틀었다.\n자정이 넘어 밖으로 나가니 발자국 하나 없는 마당이 환했다. 새해의 첫 사진은 그렇게 찍혔다.',
  },
] as const;

/** What is written under a picture, by what it shows; taken by turns. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  group: [
    '한자리에 다 모인 저녁',
    '소파가 좁아질 만큼 가까이',
    '오랜만에 만나도 어제 본 것처럼',
    '누가 먼저 웃었는지 모르는 사진',
    '계단에 나란히 앉아서',
    '떠나기 전에 한 장 더',
    '음식이 나오기를 기다리며',
    '이야기가 끊이지 않던 밤',
    '사진사를 바라보지 않은 순간',
    '서로 기대어 선 오후',
    '다섯이 모이면 늘 이 자리',
    '창가의 빛이 좋아서',
  ],
  pair: [
    '둘만 아는 이야기',
    '나란히 앉은 오후',
    '언니와 동생, 닮은 눈매',
    '함께 있으면 편한 사이',
    '웃음이 옮는 거리',
    '서로의 어깨에 기대어',
    '잠깐 같은 곳을 보다가',
    '오래된 친구처럼',
    '눈이 마주친 순간',
  ],
  portrait: [
    '내내 꿈꾸던 옷을 입고',
    '스무 해 전의 웃음 그대로',
    '오늘의 주인공',
    '생각에 잠긴 얼굴',
    '머리를 새로 한 날',
    '노을빛이 물든 얼굴',
    '부르자마자 돌아본 순간',
    '가장 그 사람다운 표정',
    '잠시 숨을 고르며',
    '창가에서 바라본 먼 곳',
    '활짝 웃는 모습이 좋아서',
    '바람에 머리카락이 날리던 날',
    '긴 머리를 쓸어 넘기며',
    '눈을 내리깐 찰나',
    '누구보다 환한 얼굴',
  ],
  detail: ['나비의 낮잠을 깨운 날', '할머니 댁에서 마신 커피', '전망대에서 바라본 새벽'],
  sea: ['물결이 잔잔하던 저녁 바다', '해가 지기를 기다리던 바닷가', '수평선 위의 첫 해', '파도 소리만 들리던 아침'],
  tree: ['언덕 위의 나무 한 그루', '약속 장소는 늘 이 나무 아래', '바람이 쉬어 가는 나무', '잎이 물들기 시작한 날'],
  mountains: ['안개가 걷히던 산마루', '첫차를 타고 오른 산', '능선 너머로 해가 뜬다', '구름 위를 걷던 아침'],
  bokeh: ['꽃다발을 받은 저녁', '창가에 둔 꽃', '생일 아침의 꽃', '불빛과 꽃이 번지던 밤'],
  hills: ['겹겹이 포개진 언덕', '멀리 보이는 고향 마을', '해 질 녘의 들길', '차창 밖으로 지나가던 풍경'],
  couple: ['언덕에 선 두 사람', '노을 앞에서 손을 잡고', '두 분의 기념일', '해가 지도록 서 있던 자리'],
};

const MONTHS_A_SEASON = 3;
const DAYS_A_MONTH = 28;

/** The pictures of the year, every kind of them in every season. */
export function chaptersOf(pictures: readonly FamilyPicture[]): readonly Chapter[] {
  const used = new Map<string, number>();
  const lines = pictures.map(({ kind, scene }) => {
    const about = scene ?? kind;
    const turn = used.get(about) ?? 0;
    used.set(about, turn + 1);
    const own = LINES[about] ?? [];
    return own[turn % own.length] ?? '';
  });
  return SEASONS.map(({ firstMonth, ...season }, at) => {
    const own = pictures.flatMap((picture, index) =>
      index % SEASONS.length === at ? [{ ...picture, line: lines[index] ?? '' }] : [],
    );
    const dayOf = (index: number): string => {
      const days = Math.floor((index * MONTHS_A_SEASON * DAYS_A_MONTH) / own.length);
      const month = firstMonth + Math.floor(days / DAYS_A_MONTH);
      const year = month > 12 ? 2027 : 2026;
      return `${year}-${two(((month - 1) % 12) + 1)}-${two((days % DAYS_A_MONTH) + 1)}`;
    };
    return { ...season, pictures: own.map((picture, index) => ({ ...picture, day: dayOf(index) })) };
  });
}

const two = (number: number): string => String(number).padStart(2, '0');

/** `4월 12일, 한자리에 다 모인 저녁`. */
export function captionOf({ day, line }: AlbumPicture): string {
  const [, month, date] = day.split('-').map(Number);
  return `${month}월 ${date}일, ${line}`;
}
