/*
 * What the peers share: a line asks, a line answers, in a process that goes on, so that no start is timed.
 *
 *   WORK <tab> PATH <tab> NUMBER <tab> NUMBER
 *   CPU_MICROSECONDS WALL_MICROSECONDS COUNT      or      failed REASON
 */
#ifndef PEER_H
#define PEER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct request {
  char *work;
  char *path;
  int first;
  int second;
};

static double now_us(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static char *field(char **rest) {
  char *start = *rest == NULL ? (char *)"" : *rest;
  char *end = *rest == NULL ? NULL : strchr(*rest, '\t');
  if (end != NULL) *end++ = '\0';
  *rest = end;
  return start;
}

/* `done` answers a count, or -1 after it has printed why it failed. */
static int answer_lines(int (*done)(const struct request *)) {
  static char line[8192];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    char *rest = line;
    struct request request;
    request.work = field(&rest);
    request.path = field(&rest);
    request.first = atoi(field(&rest));
    request.second = atoi(field(&rest));
    double cpu = now_us(CLOCK_PROCESS_CPUTIME_ID);
    double wall = now_us(CLOCK_MONOTONIC);
    int count = done(&request);
    cpu = now_us(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    wall = now_us(CLOCK_MONOTONIC) - wall;
    if (count >= 0) printf("%.1f %.1f %d\n", cpu, wall, count);
    fflush(stdout);
  }
  return 0;
}

#ifdef __cplusplus
}
#endif
#endif
